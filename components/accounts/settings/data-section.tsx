"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { FormSection } from "@/components/shared/form/form-section";
import { ProofForm, useProof } from "@/components/shared/form/proof-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/api/use-action";
import { allowLeaving } from "@/hooks/forms/use-unsaved-guard";
import { sessionToken } from "@/lib/api/tokens/token";
import { viewAs } from "@/lib/api/tokens/view-as";
import type { Account } from "@/lib/contract/accounts/schemas";
import { security as calls } from "@/lib/contract/security/calls";
import type { Security } from "@/lib/contract/security/schemas";

interface Props {
  account: Account;
  security: Security;
}

/** Exports the account's data, and deletes the account. */
export function DataSection({ account, security: { blockingOrgs, hasPassword } }: Props) {
  const [deleting, setDeleting] = useState(false);
  const names = new Intl.ListFormat("en").format(blockingOrgs.map(({ name }) => `“${name}”`));
  const disabledReason =
    blockingOrgs.length > 0
      ? `You own ${names}, which ${blockingOrgs.length > 1 ? "have" : "has"} other members. Transfer or delete ${blockingOrgs.length > 1 ? "them" : "it"} first.`
      : undefined;
  return (
    <FormSection title="Your data" className="border-danger-border">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-60">
          An archive of JSON files: your profile, sign-ins, API keys (without secrets), notifications and sessions, and
          the names of what you created.
        </p>
        <Button variant="outline" asChild>
          <a href={calls.export.path} download>
            <Download aria-hidden /> Export my data
          </a>
        </Button>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-60 gap-1">
          <p>
            Deletes your account and every organization where you're the only member, including subscriptions. Resources
            you created in other teams are kept under “Deleted account”.
          </p>
          {disabledReason && <p className="wrap-anywhere text-muted text-secondary">{disabledReason}</p>}
        </div>
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="destructive" onClick={() => setDeleting(true)}>
            Delete account
          </Button>
        </DisabledTooltip>
      </div>
      <Dialog open={deleting} onOpenChange={setDeleting}>
        <DialogContent
          title="Delete your account?"
          description="You'll be signed out everywhere and your API keys will be revoked. Audit logs keep your name and email address. This can't be undone."
        >
          <DeleteForm email={account.email} hasPassword={hasPassword} onCancel={() => setDeleting(false)} />
        </DialogContent>
      </Dialog>
    </FormSection>
  );
}

interface DeleteFormProps {
  email: string;
  hasPassword: boolean;
  onCancel: () => void;
}

function DeleteForm({ email, hasPassword, onCancel }: DeleteFormProps) {
  const [typed, setTyped] = useState("");
  const { passwordError, onError } = useProof();
  const remove = useAction(calls.remove, {
    onError,
    navigate: false,
    // A full page load, so that no account data stays in memory.
    onSuccess: ({ redirect }) => {
      allowLeaving();
      viewAs.leave();
      sessionToken.set(null);
      window.location.assign(redirect);
    },
  });
  return (
    <ProofForm
      destructive
      submit="Delete account"
      ready={typed.trim().toLowerCase() === email}
      hasPassword={hasPassword}
      passwordError={passwordError}
      pending={remove.pending}
      onCancel={onCancel}
      onSubmit={(proof) => void remove.run({ body: { email: typed, ...proof } })}
    >
      <Field label={<span className="wrap-anywhere">Type “{email}” to confirm</span>}>
        <Input
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
    </ProofForm>
  );
}
