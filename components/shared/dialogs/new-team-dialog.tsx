"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { accounts } from "@/lib/contract/accounts/calls";
import { teams } from "@/lib/contract/teams/calls";
import { NameForm } from "../form/name-form";
import { atLimit } from "../status/limit-note";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A team of the organization that the new team is added to. */
  team: string;
}

export function NewTeamDialog({ open, onOpenChange, team }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="New team" description="Teams have their own agents, apps, models and members.">
        <NewTeamForm team={team} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function NewTeamForm({ team, onDone }: { team: string; onDone: () => void }) {
  const form = useContractForm(async () => (await import("@/lib/contract/teams/schemas")).teamForm, {
    defaultValues: { name: "" },
  });
  const add = useAction(teams.add, {
    form,
    invalidate: [accounts.get.resource, "plans"],
    success: "Team created.",
    onSuccess: onDone,
    onError: atLimit,
  });
  return (
    <NameForm
      form={form}
      submit="Create team"
      pending={add.pending}
      error={add.error}
      onSubmit={(body) => add.run({ params: { resourceSlug: team }, body })}
      onCancel={onDone}
    />
  );
}
