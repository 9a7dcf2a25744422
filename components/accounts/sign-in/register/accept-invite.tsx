"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { useLogout } from "@/hooks/account/use-logout";
import { useAction } from "@/hooks/api/use-action";
import { accounts } from "@/lib/contract/accounts/calls";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { BareCard } from "../bare-card";
import { FormError } from "../form-error";
import { findRefusal, passwordLater, useRegistration } from "./use-registration";
import { VerifyForm } from "./verify-form";

type InvitationResponse = ResponseBody<typeof accounts.invitation>;
type Invitation = Extract<InvitationResponse, { used: false }>;

/** Shows what the invite is for, and accepts it with the signed-in account or a new one. */
export function AcceptInvite({ token }: { token: string }) {
  const [response, setResponse] = useState<InvitationResponse>();
  const { run, failure } = useAction(accounts.invitation, { onSuccess: setResponse, quiet: true });
  // A POST keeps the token out of logged URLs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per token
  useEffect(() => void run({ body: { token } }), [token]);
  if (failure)
    return (
      <BareCard title="Invitation">
        <FormError text={failure} />
        <ContinueLink path={null} />
      </BareCard>
    );
  if (!response) return <Skeleton aria-busy className="mx-auto h-48 w-full max-w-bare" />;
  if (response.used)
    return (
      <BareCard
        title="This invitation was already used"
        text="Each invitation works once. Someone has already joined with this one."
      >
        <ContinueLink path={response.path} />
      </BareCard>
    );
  return (
    <BareCard
      title={`Join ${response.place}`}
      text={`${response.inviter} invited ${response.email} to ${response.place} as ${response.role}.`}
    >
      <AcceptForm token={token} invitation={response} />
    </BareCard>
  );
}

/** Shown for an invitation that is no longer valid: links to where the reader can continue. */
function ContinueLink({ path }: { path: string | null }) {
  const { status } = useAccount();
  if (status === "loading") return <Skeleton className="h-9" />;
  const [href, label] =
    status !== "signed-in" ? ["/login", "Sign in"] : path ? [path, "Go to team"] : ["/", "Go to console"];
  return (
    <Button asChild>
      <Link href={href}>{label}</Link>
    </Button>
  );
}

interface AcceptFormProps {
  token: string;
  invitation: Invitation;
}

function AcceptForm({ token, invitation }: AcceptFormProps) {
  const { status, account } = useAccount();
  const { data } = useRegistration();
  if (status === "loading") return <Skeleton className="h-9" />;
  if (status === "signed-in" && account && account.email !== invitation.email)
    return <OtherAccount email={account.email} invited={invitation.email} />;
  if (invitation.known && status !== "signed-in")
    return (
      <Button asChild>
        <Link href={toLoginPath(token)}>Sign in to accept</Link>
      </Button>
    );
  const createsAccount = status !== "signed-in";
  const refusal = createsAccount && data && findRefusal(data, true);
  // With a copied link, the email that confirms the address is where the password is chosen.
  const byMail = createsAccount && invitation.known === null;
  return (
    <div className="flex flex-col gap-4">
      {byMail && !refusal && <p className="text-muted">{passwordLater}</p>}
      {refusal ? (
        <p className="text-muted">{refusal.text}</p>
      ) : (
        <VerifyForm
          token={token}
          requiresPassword={createsAccount && !byMail}
          submit={createsAccount ? "Create account and join" : "Accept invitation"}
        />
      )}
      {byMail && (
        <p className="text-muted">
          Already have an account?{" "}
          <Link href={toLoginPath(token)} className="text-accent underline underline-offset-4">
            Sign in to accept
          </Link>
        </p>
      )}
    </div>
  );
}

/** Returns the login page's path, which redirects back to the invite link. */
export const toLoginPath = (token: string): string => `/login?goto=${encodeURIComponent(`/verify?token=${token}`)}`;

function OtherAccount({ email, invited }: { email: string; invited: string }) {
  const { run, pending } = useLogout();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted wrap-anywhere">
        You're signed in as {email}. Sign out and open the link again to accept as {invited}.
      </p>
      <Button variant="outline" loading={pending} onClick={() => void run()}>
        Sign out
      </Button>
    </div>
  );
}
