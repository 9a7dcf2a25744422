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

type Found = ResponseBody<typeof accounts.invitation>;
type Invitation = Extract<Found, { used: false }>;

/** Shows what the invite is for, and accepts it: with the present account or a new one. */
export function AcceptInvite({ token }: { token: string }) {
  const [found, setFound] = useState<Found>();
  const [failure, setFailure] = useState<string | null>(null);
  const { run } = useAction(accounts.invitation, {
    onSuccess: setFound,
    onError: (error) => {
      setFailure(error.message);
      return true;
    },
  });
  // A POST, so that the token is in no logged URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a token
  useEffect(() => void run({ body: { token } }), [token]);
  if (failure)
    return (
      <BareCard title="Invitation">
        <FormError text={failure} />
        <Onward path={null} />
      </BareCard>
    );
  if (!found) return <Skeleton aria-busy className="mx-auto h-48 w-full max-w-bare" />;
  if (found.used)
    return (
      <BareCard title="This invitation was used" text="It works once, and somebody has joined by it.">
        <Onward path={found.path} />
      </BareCard>
    );
  return (
    <BareCard
      title={`Join ${found.place}`}
      text={`${found.inviter} invited ${found.email} to ${found.place} as ${found.role}.`}
    >
      <Way token={token} invitation={found} />
    </BareCard>
  );
}

/** Links shown for an invitation that is no longer valid. */
function Onward({ path }: { path: string | null }) {
  const { status } = useAccount();
  if (status === "loading") return <Skeleton className="h-9" />;
  const [href, label] =
    status !== "signed-in" ? ["/login", "Sign in"] : path ? [path, "Go to the team"] : ["/", "Go to the console"];
  return (
    <Button asChild>
      <Link href={href}>{label}</Link>
    </Button>
  );
}

interface WayProps {
  token: string;
  invitation: Invitation;
}

function Way({ token, invitation }: WayProps) {
  const { status, account } = useAccount();
  const { data } = useRegistration();
  if (status === "loading") return <Skeleton className="h-9" />;
  if (status === "signed-in" && account && account.email !== invitation.email)
    return <OtherAccount email={account.email} wanted={invitation.email} />;
  if (invitation.known && status !== "signed-in")
    return (
      <Button asChild>
        <Link href={loginFor(token)}>Sign in to accept</Link>
      </Button>
    );
  const makesAccount = status !== "signed-in";
  const refusal = makesAccount && data && findRefusal(data, true);
  // With a copied link the password is chosen through the mail that confirms the address.
  const byMail = makesAccount && invitation.known === null;
  return (
    <div className="flex flex-col gap-4">
      {byMail && !refusal && <p className="text-muted">{passwordLater}</p>}
      {refusal ? (
        <p className="text-muted">{refusal.text}</p>
      ) : (
        <VerifyForm
          token={token}
          asksPassword={makesAccount && !byMail}
          submit={makesAccount ? "Create account and join" : "Accept the invitation"}
        />
      )}
      {byMail && (
        <p className="text-muted">
          Already have an account?{" "}
          <Link href={loginFor(token)} className="text-accent underline underline-offset-4">
            Sign in to accept
          </Link>
        </p>
      )}
    </div>
  );
}

/** Returns the login page's path, which leads back to the invite link. */
export const loginFor = (token: string): string => `/login?goto=${encodeURIComponent(`/verify?token=${token}`)}`;

function OtherAccount({ email, wanted }: { email: string; wanted: string }) {
  const { run, pending } = useLogout();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted wrap-anywhere">
        You are signed in as {email}. Sign out and open the link again to accept as {wanted}.
      </p>
      <Button variant="outline" loading={pending} onClick={() => void run()}>
        Sign out
      </Button>
    </div>
  );
}
