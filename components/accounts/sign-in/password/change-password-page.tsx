"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { CheckField } from "@/components/shared/form/check-field";
import { Field } from "@/components/shared/form/field";
import { PasswordInput, passwordHelp } from "@/components/shared/form/password-input";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { oauthTitles } from "@/lib/constants/oauth";
import { accounts } from "@/lib/contract/accounts/calls";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { oauth } from "@/lib/contract/oauth/calls";
import { BareCard } from "../bare-card";
import { FormError } from "../form-error";
import { ChangePasswordForm } from "./change-password-form";

/** Changes the password: with a mailed token, or signed in with the current password. */
export function ChangePasswordPage() {
  const { status } = useAccount();
  const token = useSearchParams().get("token");
  if (token) return <ByToken token={token} />;
  if (status === "signed-in") {
    return (
      <BareCard title="Change your password">
        <ChangePasswordForm />
      </BareCard>
    );
  }
  return (
    <BareCard title="Incomplete link" text="Open the full link again, or request a new one.">
      <Button asChild>
        <Link href="/requestchangepassword">Request a new link</Link>
      </Button>
    </BareCard>
  );
}

type SignInMethods = ResponseBody<typeof oauth.ways>;

/** Returns the linked services as text; a general term if they could not be loaded. */
const listServices = (methods: SignInMethods | undefined): string =>
  methods
    ? new Intl.ListFormat("en").format(methods.providers.map((provider) => oauthTitles[provider]))
    : "other services";

function ByToken({ token }: { token: string }) {
  const { data: methods, isPending } = useEndpoint(oauth.ways, { navigate: false });
  const form = useContractForm(async () => (await import("@/lib/contract/accounts/schemas")).changeByTokenForm, {
    defaultValues: { token, password: "", keepKeys: false, keepLinks: false },
  });
  const [failure, setFailure] = useState<string | null>(null);
  const change = useAction(accounts.changePassword, {
    form,
    success: "Password changed.",
    onError(error) {
      if (error.issues.some(({ path }) => path === "password")) return false;
      setFailure(error.message);
      return true;
    },
  });
  // The form depends on this response.
  if (isPending) return <Skeleton aria-busy className="mx-auto h-96 w-full max-w-bare" />;
  return (
    <BareCard
      title="Choose a new password"
      text="You'll be signed out everywhere else."
      footer={<Link href="/requestchangepassword">Request a new link</Link>}
    >
      <form
        className="flex flex-col gap-4"
        method="post"
        noValidate
        onSubmit={form.handleSubmit((body) => {
          setFailure(null);
          return change.run({ body });
        })}
      >
        <FormError text={failure} />
        <Field label="New password" help={passwordHelp} error={form.formState.errors.password?.message}>
          <PasswordInput {...form.register("password")} autoComplete="new-password" autoFocus />
        </Field>
        <CheckField
          {...form.register("keepKeys")}
          label="Keep my API keys"
          help="Otherwise, they are revoked, because someone who knew your password may have created or copied one."
        />
        {methods?.providers.length !== 0 && (
          <CheckField
            {...form.register("keepLinks")}
            label={`Keep signing in with ${listServices(methods)}`}
            help="Otherwise, these accounts are unlinked, because someone who knew your password may have linked their own account."
          />
        )}
        <Button type="submit" loading={change.pending}>
          Change password
        </Button>
      </form>
    </BareCard>
  );
}
