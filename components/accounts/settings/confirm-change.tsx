"use client";

import Link from "next/link";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { accounts } from "@/lib/contract/accounts/calls";
import { security } from "@/lib/contract/security/calls";
import { BareCard } from "../sign-in/bare-card";
import { FormError } from "../sign-in/form-error";
import { toLoginPath } from "../sign-in/register/accept-invite";

type Outcome = "changed" | "waiting" | "stopped";

const outcomeTexts: Record<Outcome, { title: string; text: string }> = {
  changed: { title: "Email address changed", text: "From now on, sign in with the new address." },
  waiting: { title: "Confirmed", text: "The change takes effect once the other address is also confirmed." },
  stopped: {
    title: "Change canceled",
    text: "Your email address wasn't changed. If you didn't request this change, choose a new password now.",
  },
};

const effectText = "The change takes effect once both email addresses are confirmed.";
const signInText = "Sign in with your current email address to confirm the change here.";

/** Target of the link mailed to the old and the new address: confirms or cancels a change of email. */
export function ConfirmChange({ token }: { token: string }) {
  const { refresh, status } = useAccount();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<string | null>(null);
  const onError = (error: Error) => {
    setFailure(error.message);
    return true;
  };
  const confirm = useAction(accounts.verify, {
    onError,
    navigate: false,
    onSuccess: ({ emailChanged }) => {
      setOutcome(emailChanged ? "changed" : "waiting");
      if (status === "signed-in") void refresh();
    },
  });
  const stop = useAction(security.cancelEmail, { onError, onSuccess: () => setOutcome("stopped") });
  if (outcome)
    return (
      <BareCard {...outcomeTexts[outcome]}>
        <Button asChild>
          {outcome === "stopped" ? (
            <Link href="/changepassword">Choose a new password</Link>
          ) : (
            <Link href={status === "signed-in" ? "/account" : "/login"}>Continue</Link>
          )}
        </Button>
      </BareCard>
    );
  const old = token.startsWith("mo_");
  return (
    <BareCard
      title={old ? "Change your email address?" : "Confirm your new email address"}
      text={`${effectText}${old || status === "signed-in" ? "" : ` ${signInText}`}`}
    >
      <div className="flex flex-col gap-4">
        <FormError text={failure} />
        {old || status === "signed-in" ? (
          <Button loading={confirm.pending} onClick={() => void confirm.run({ body: { token } })}>
            Confirm change
          </Button>
        ) : (
          <Button asChild>
            <Link href={toLoginPath(token)}>Sign in to confirm</Link>
          </Button>
        )}
        <Button variant="outline" loading={stop.pending} onClick={() => void stop.run({ body: { token } })}>
          {old ? "I didn't request this" : "Cancel change"}
        </Button>
      </div>
    </BareCard>
  );
}
