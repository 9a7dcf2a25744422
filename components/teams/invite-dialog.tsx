"use client";

import { useState } from "react";
import { DialogButtons } from "@/components/shared/dialog-buttons";
import { Field } from "@/components/shared/field";
import { FormField } from "@/components/shared/form-field";
import { atLimit, LimitNote } from "@/components/shared/limit-note";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { useSendsMail } from "@/hooks/use-sends-mail";
import { missingPermission } from "@/lib/permissions/checker";
import { firstNotGrantable } from "@/lib/permissions/editor";
import { type Role, roleBits, type TeamRole } from "@/lib/permissions/roles";
import { Invited } from "./invited";
import type { Place } from "./place";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  place: Place;
  slug: string;
  /** The place's name. */
  name: string;
}

export function InviteDialog({ open, onOpenChange, name, ...props }: Props) {
  const what = useSendsMail() ? "They get a mail with a link" : "You get a link to pass on";
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={`Invite to ${name}`}
        description={`${what}. It works once, for 7 days. Nobody joins without accepting.`}
      >
        <InviteForm {...props} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

const help: Record<Role, string> = {
  "Team Member": "Makes and edits apps, agents, tasks, tools and data.",
  "Team Admin": "Manages members and everything in the team.",
  "Org Member": "Is in the organization; joins teams by their own invites.",
  "Org Admin": "Manages all teams and all members of the organization.",
};

/** The place's roles; one that the inviter may not hand on says what they lack. */
export function useRoleOptions({ roles }: Place) {
  const { account } = useAccount();
  return roles.map((role) => {
    const missing = firstNotGrantable(account?.permissions ?? [], roleBits[role]);
    return {
      value: role,
      label: role,
      help: missing === undefined ? help[role] : `You cannot hand this on: ${missingPermission(missing)}.`,
      disabled: missing !== undefined,
    };
  });
}

function InviteForm({ place, slug, onDone }: Pick<Props, "place" | "slug"> & { onDone: () => void }) {
  const [link, setLink] = useState<string>();
  const sendsMail = useSendsMail();
  const options = useRoleOptions(place);
  const form = useContractForm(
    async () =>
      place.scope === "team"
        ? (await import("@/lib/contract/teams")).teamInviteForm
        : // The same form but for the roles' names.
          ((await import("@/lib/contract/orgs")).orgInviteForm as never),
    // The first role that can be handed on; its name is one of this place's.
    {
      defaultValues: {
        name: "",
        email: "",
        role: (options.find(({ disabled }) => !disabled)?.value ?? "") as TeamRole,
      },
    },
  );
  const invite = useAction(place.calls.invite, {
    form,
    invalidate: ["plans"],
    onSuccess: (answer) => setLink(answer.link),
    onError: atLimit,
  });
  const { errors } = form.formState;
  if (link) return <Invited link={link} email={form.getValues("email")} onDone={onDone} />;
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={form.handleSubmit((body) => invite.run({ params: { resourceSlug: slug }, body }))}
    >
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register("name")} autoComplete="off" autoFocus />
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        <Input {...form.register("email")} type="email" inputMode="email" autoComplete="off" />
      </Field>
      <FormField control={form.control} name="role" label="Role">
        {({ value, onChange, ref: _ref, ...field }) => (
          <OptionSelect {...field} value={value} options={options} onChange={(role) => onChange(role as TeamRole)} />
        )}
      </FormField>
      <LimitNote error={invite.error} />
      <DialogButtons submit={sendsMail ? "Send invite" : "Create invite"} pending={invite.pending} onCancel={onDone} />
    </form>
  );
}
