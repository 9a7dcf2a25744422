"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { accounts } from "@/lib/contract/calls/accounts";
import { teams } from "@/lib/contract/calls/teams";
import { atLimit } from "./limit-note";
import { NameForm } from "./name-form";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A team of the organisation that gets the new one. */
  team: string;
}

export function NewTeamDialog({ open, onOpenChange, team }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="New team" description="A team has its own agents, apps, models and members.">
        <NewTeamForm team={team} onDone={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  );
}

function NewTeamForm({ team, onDone }: { team: string; onDone: () => void }) {
  const form = useContractForm(async () => (await import("@/lib/contract/teams")).teamForm, {
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
