"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { NameForm } from "@/components/shared/form/name-form";
import { atLimit } from "@/components/shared/status/limit-note";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { orgs } from "@/lib/contract/orgs/calls";

/** Creates an organization with a first team and opens it. */
export function NewOrg() {
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <div>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        New organization
      </Button>
      {open !== null && (
        <Dialog open={open} onOpenChange={setOpen}>
          <DialogContent title="New organization" description="Organizations have their own members, plan and teams.">
            <NewOrgForm onDone={() => setOpen(false)} />
          </DialogContent>
        </Dialog>
      )}
    </div>
  );
}

function NewOrgForm({ onDone }: { onDone: () => void }) {
  const form = useContractForm(async () => (await import("@/lib/contract/orgs/schemas")).orgForm, {
    defaultValues: { name: "" },
  });
  const add = useAction(orgs.add, {
    form,
    invalidate: ["accounts", "plans"],
    success: "Organization created.",
    onSuccess: onDone,
    onError: atLimit,
  });
  return (
    <NameForm
      form={form}
      submit="Create organization"
      pending={add.pending}
      error={add.error}
      onSubmit={(body) => add.run({ body })}
      onCancel={onDone}
    />
  );
}
