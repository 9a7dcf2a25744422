"use client";

import { useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Field } from "@/components/shared/form/field";
import { FormField } from "@/components/shared/form/form-field";
import { atLimit, LimitNote } from "@/components/shared/status/limit-note";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { useAccount } from "@/context/account";
import { useSendsMail } from "@/hooks/account/use-sends-mail";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { missingPermission } from "@/lib/permissions/checker";
import { firstNotGrantable } from "@/lib/permissions/editor";
import { type Role, roleBits, type TeamRole } from "@/lib/permissions/roles";
import type { MemberScope } from "../member-scope";
import { InviteLink } from "./invite-link";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  memberScope: MemberScope;
  slug: string;
  /** The name of the team or organization. */
  name: string;
}

export function InviteDialog({ open, onOpenChange, name, ...props }: Props) {
  const noMail = "This server doesn't send email, so you'll get a link to share";
  const inviteText = useSendsMail() === false ? noMail : "They'll get an email invitation";
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={`Invite to ${name}`} description={`${inviteText}. It works once and expires in 7 days.`}>
        <InviteForm {...props} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

const help: Record<Role, string> = {
  "Team Member":
    "Creates, edits and deletes agents, tasks, tools, variables, vector DBs and data sources. Creates and edits apps, but can't delete them.",
  "Team Admin": "Manages members and all resources, including models. Can't delete apps.",
  "Org Member": "Belongs to the organization. Joins teams through separate invitations.",
  "Org Admin": "Manages all teams and all members of the organization.",
};

/** The roles as options. A role that the inviter cannot grant is disabled with the missing permission. */
export function useRoleOptions({ roles }: MemberScope) {
  const { account } = useAccount();
  return roles.map((role) => {
    const missing = firstNotGrantable(account?.permissions ?? [], roleBits[role]);
    return {
      value: role,
      label: role,
      help: missing === undefined ? help[role] : `You can't grant this role. ${missingPermission(missing)}.`,
      disabled: missing !== undefined,
    };
  });
}

function InviteForm({ memberScope, slug, onDone }: Pick<Props, "memberScope" | "slug"> & { onDone: () => void }) {
  const [link, setLink] = useState<string>();
  const sendsMail = useSendsMail();
  const options = useRoleOptions(memberScope);
  const form = useContractForm(
    async () =>
      memberScope.scope === "team"
        ? (await import("@/lib/contract/teams/schemas")).teamInviteForm
        : // The two schemas differ in the names of the roles only.
          ((await import("@/lib/contract/orgs/schemas")).orgInviteForm as never),
    // The first role that the inviter can grant.
    {
      defaultValues: {
        name: "",
        email: "",
        role: (options.find(({ disabled }) => !disabled)?.value ?? "") as TeamRole,
      },
    },
  );
  const invite = useAction(memberScope.calls.invite, {
    form,
    invalidate: ["plans"],
    onSuccess: (answer) => setLink(answer.link),
    onError: atLimit,
  });
  const { errors } = form.formState;
  if (link) return <InviteLink link={link} email={form.getValues("email")} onDone={onDone} />;
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={form.handleSubmit((body) => invite.run({ params: { resourceSlug: slug }, body }))}
    >
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register("name")} autoComplete="off" autoFocus />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input {...form.register("email")} type="email" inputMode="email" autoComplete="off" />
      </Field>
      <FormField control={form.control} name="role" label="Role">
        {({ value, onChange, ref: _ref, ...field }) => (
          <OptionSelect {...field} value={value} options={options} onChange={(role) => onChange(role as TeamRole)} />
        )}
      </FormField>
      <LimitNote error={invite.error} />
      <DialogButtons submit={sendsMail ? "Send invitation" : "Get link"} pending={invite.pending} onCancel={onDone} />
    </form>
  );
}
