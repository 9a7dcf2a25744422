"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { atLimit } from "@/components/shared/limit-note";
import { NameForm } from "@/components/shared/name-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { useAction } from "@/hooks/use-action";
import { useContractForm } from "@/hooks/use-contract-form";
import { orgs } from "@/lib/contract/calls/orgs";

/** Makes an organisation with a first team and goes there. */
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
          <DialogContent
            title="New organization"
            description="It has its own members, plan and teams, one to begin with."
          >
            <NewOrgForm onDone={() => setOpen(false)} />
          </DialogContent>
        </Dialog>
      )}
    </div>
  );
}

function NewOrgForm({ onDone }: { onDone: () => void }) {
  const form = useContractForm(async () => (await import("@/lib/contract/orgs")).orgForm, {
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
