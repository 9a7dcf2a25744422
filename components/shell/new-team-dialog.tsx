"use client";

import { Field } from "@/components/shared/field";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { accounts } from "@/lib/contract/calls/accounts";
import { teams } from "@/lib/contract/calls/teams";

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
    invalidate: [accounts.get.resource],
    success: "Team created.",
    onSuccess: onDone,
  });
  const { errors } = form.formState;
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={form.handleSubmit((body) => add.run({ params: { resourceSlug: team }, body }))}
    >
      <Field label="Name" error={errors.name?.message}>
        <Input {...form.register("name")} autoComplete="off" autoFocus />
      </Field>
      <DialogFooter>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={add.pending}>
          Create team
        </Button>
      </DialogFooter>
    </form>
  );
}
