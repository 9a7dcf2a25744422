"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { useLogout } from "@/hooks/use-logout";
import { accounts } from "@/lib/contract/calls/accounts";
import type { Answer } from "@/lib/contract/endpoint";
import { BareCard } from "./bare-card";
import { FormError } from "./form-error";
import { PasswordInput, passwordHelp } from "./password-input";
import { refusalOf, useRegistration } from "./use-registration";

type Found = Answer<typeof accounts.invitation>;
type Invitation = Extract<Found, { used: false }>;

/** What somebody is invited to, and the way in: as the account they have, or by making one. */
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
  // Asked by POST, so that the token stands in no address that is logged.
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

/** Where to go from an invitation that is over. */
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
    return <SomebodyElse email={account.email} wanted={invitation.email} />;
  if (invitation.known && status !== "signed-in")
    return (
      <Button asChild>
        <Link href={loginFor(token)}>Sign in to accept</Link>
      </Button>
    );
  const makesAccount = status !== "signed-in";
  const refusal = makesAccount && data && refusalOf(data, true);
  return (
    <div className="flex flex-col gap-4">
      {refusal ? (
        <p className="text-muted">{refusal.text}</p>
      ) : (
        <AcceptForm token={token} makesAccount={makesAccount} />
      )}
      {makesAccount && invitation.known === null && (
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

const loginFor = (token: string): string => `/login?goto=${encodeURIComponent(`/verify?token=${token}`)}`;

function SomebodyElse({ email, wanted }: { email: string; wanted: string }) {
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

function AcceptForm({ token, makesAccount }: { token: string; makesAccount: boolean }) {
  const { refresh } = useAccount();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useContractForm(async () => (await import("@/lib/contract/accounts")).verifyForm, {
    defaultValues: { token },
  });
  const accept = useAction(accounts.verify, {
    form,
    onSuccess: () => void refresh(),
    onError(error) {
      const atField = error.issues.some(({ path }) => path === "password");
      if (!atField) setFailure(error.message);
      return !atField;
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={form.handleSubmit((body) => {
        setFailure(null);
        return accept.run({ body });
      })}
    >
      <FormError text={failure} />
      {makesAccount && (
        <Field label="Password" help={passwordHelp} error={form.formState.errors.password?.message}>
          <PasswordInput {...form.register("password")} autoComplete="new-password" autoFocus />
        </Field>
      )}
      <Button type="submit" loading={accept.pending}>
        {makesAccount ? "Create account and join" : "Accept the invitation"}
      </Button>
    </form>
  );
}
