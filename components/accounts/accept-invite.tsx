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

type Invitation = Answer<typeof accounts.invitation>;

/** What somebody is invited to, and the way in: as the account they have, or by making one. */
export function AcceptInvite({ token }: { token: string }) {
  const [found, setFound] = useState<Invitation>();
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
      <BareCard title="Invitation" footer={<Link href="/login">Sign in</Link>}>
        <FormError text={failure} />
      </BareCard>
    );
  if (!found) return <Skeleton aria-busy className="mx-auto h-48 w-full max-w-bare" />;
  return (
    <BareCard
      title={`Join ${found.place}`}
      text={`${found.inviter} invited ${found.email} to ${found.place} as ${found.role}.`}
    >
      <Way token={token} invitation={found} />
    </BareCard>
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
  if (invitation.known && status !== "signed-in") {
    const back = encodeURIComponent(`/verify?token=${token}`);
    return (
      <Button asChild>
        <Link href={`/login?goto=${back}`}>Sign in to accept</Link>
      </Button>
    );
  }
  const refusal = !invitation.known && data && refusalOf(data, true);
  if (refusal) return <p className="text-muted">{refusal.text}</p>;
  return <AcceptForm token={token} makesAccount={!invitation.known} />;
}

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
