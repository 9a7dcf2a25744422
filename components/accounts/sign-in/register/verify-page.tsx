"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { ConfirmChange } from "../../settings/confirm-change";
import { BareCard } from "../bare-card";
import { AcceptInvite } from "./accept-invite";
import { useRegistration } from "./use-registration";
import { VerifyForm } from "./verify-form";

/** With a mailed token: confirms the address, or accepts an invite. */
export function VerifyPage() {
  const token = useSearchParams().get("token");
  const { data, isPending } = useRegistration();
  if (token?.startsWith("mi_")) return <AcceptInvite token={token} />;
  if (token?.startsWith("me_") || token?.startsWith("mo_")) return <ConfirmChange token={token} />;
  if (token) return <Confirm token={token} />;
  if (isPending) return <Skeleton aria-busy className="mx-auto h-48 w-full max-w-bare" />;
  if (!data?.mail)
    return (
      <BareCard title="Incomplete link" text="Open the full link you received.">
        <Button asChild>
          <Link href="/login">Sign in</Link>
        </Button>
      </BareCard>
    );
  return (
    <BareCard
      title="Check your email"
      text="We sent you a link to confirm your email address. It works once and expires in 24 hours."
      footer={
        <>
          Already confirmed? <Link href="/login">Sign in</Link>
        </>
      }
    >
      <p className="text-muted">
        Didn't get it? Check your spam folder, or{" "}
        <Link href="/requestchangepassword" className="text-accent underline underline-offset-4">
          request a new link
        </Link>{" "}
        to choose a password, which also confirms your email address.
      </p>
    </BareCard>
  );
}

/** Asks for a password: someone else may have registered the address, so only the person who confirms it sets one. */
const Confirm = ({ token }: { token: string }) => (
  <BareCard
    title="Confirm your email address"
    text="Choose a password for your account. It replaces any earlier password and signs you in."
  >
    <VerifyForm token={token} requiresPassword submit="Confirm" />
  </BareCard>
);
