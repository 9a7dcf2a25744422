"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/api/use-action";
import { usePlainForm } from "@/hooks/forms/use-plain-form";
import { sso } from "@/lib/contract/sso/calls";
import { BareCard } from "../bare-card";
import { FormError } from "../form-error";
import { SsoReturn } from "./sso-return";

/** `/login/sso`: asks for the work address, or for an organization goes to its provider; the provider returns here. */
export function SsoPage() {
  const search = useSearchParams();
  const state = search.get("state");
  if (state) return <SsoReturn state={state} search={search} />;
  return <SsoStart orgId={search.get("org") ?? undefined} goto={search.get("goto") ?? undefined} />;
}

function SsoStart({ orgId, goto }: { orgId: string | undefined; goto: string | undefined }) {
  const form = usePlainForm(async () => (await import("@/lib/contract/sso/schemas")).startForm);
  const [failure, setFailure] = useState<string | null>(null);
  const start = useAction(sso.start, {
    form,
    onSuccess: ({ url }) => window.location.assign(url),
    onError(error) {
      // An issuer that cannot be reached is the organization's setting, not a field of this form.
      if (error.issues.some(({ path }) => path === "email")) return false;
      setFailure(error.message);
      return true;
    },
  });
  const begin = async (body: { email?: string; orgId?: string }) => {
    setFailure(null);
    await start.run({ body: { ...body, goto } });
  };
  const back = <Link href="/login">Back to sign in</Link>;
  if (orgId)
    return (
      <BareCard
        title="Sign in with SSO"
        text="This organization requires signing in with its identity provider."
        footer={back}
      >
        <div className="flex flex-col gap-4">
          <FormError text={failure} />
          <Button loading={start.pending || start.done} onClick={() => void begin({ orgId })}>
            Continue with SSO
          </Button>
          <Button asChild variant="outline">
            <Link href="/welcome">Choose another organization</Link>
          </Button>
        </div>
      </BareCard>
    );
  return (
    <BareCard
      title="Sign in with SSO"
      text="We use your email domain to find your organization's identity provider."
      footer={back}
    >
      <form className="flex flex-col gap-4" {...form.props(({ email }) => begin({ email }))}>
        <FormError text={failure} />
        <Field label="Work email" error={form.errors.email}>
          <Input name="email" type="email" autoComplete="username" inputMode="email" autoFocus />
        </Field>
        <Button type="submit" loading={start.pending || start.done}>
          Continue with SSO
        </Button>
      </form>
    </BareCard>
  );
}
