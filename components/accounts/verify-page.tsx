"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/hooks/use-action";
import { useSendsMail } from "@/hooks/use-sends-mail";
import { accounts } from "@/lib/contract/calls/accounts";
import { AcceptInvite } from "./accept-invite";
import { BareCard } from "./bare-card";
import { ConfirmChange } from "./confirm-change";
import { FormError } from "./form-error";

/** With a mailed token: confirms the address, or accepts an invite. */
export function VerifyPage() {
  const token = useSearchParams().get("token");
  const sendsMail = useSendsMail();
  if (token?.startsWith("mi_")) return <AcceptInvite token={token} />;
  if (token?.startsWith("me_") || token?.startsWith("mo_")) return <ConfirmChange token={token} />;
  if (token) return <Confirm token={token} />;
  if (sendsMail === undefined) return <Skeleton aria-busy className="mx-auto h-48 w-full max-w-bare" />;
  if (!sendsMail)
    return (
      <BareCard title="This link is not complete" text="Open the whole link that you were given.">
        <Button asChild>
          <Link href="/login">Sign in</Link>
        </Button>
      </BareCard>
    );
  return (
    <BareCard
      title="Check your e-mail"
      text="We have sent you a link. Open it to confirm your address; it works for 24 hours and only once."
      footer={
        <>
          Confirmed already? <Link href="/login">Sign in</Link>
        </>
      }
    >
      <p className="text-muted">
        Nothing there? Look in the spam folder. Signing in before the address is confirmed sends a new link.
      </p>
    </BareCard>
  );
}

// The link must be pressed once more: programs that look through mails open links too.
function Confirm({ token }: { token: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const verify = useAction(accounts.verify, {
    onError(error) {
      setFailure(error.message);
      return true;
    },
  });
  return (
    <BareCard title="Confirm your e-mail address" text="One more click and you are signed in.">
      <div className="flex flex-col gap-4">
        <FormError text={failure} />
        <Button
          loading={verify.pending}
          onClick={() => {
            setFailure(null);
            void verify.run({ body: { token } });
          }}
        >
          Confirm
        </Button>
      </div>
    </BareCard>
  );
}
