"use client";

import { type FormEvent, useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { Field } from "@/components/shared/form/field";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { type NameProblem, useRestore } from "@/hooks/api/use-restore";
import type { TrashItem } from "@/lib/contract/trash/schemas";

/** An item whose name is taken. */
export interface TakenName extends NameProblem {
  item: TrashItem;
}

interface RestoreDialogProps {
  slug: string;
  /** Null: closed. */
  taken: TakenName | null;
  onTaken(taken: TakenName | null): void;
}

/** Restores an item with another name. */
export function RestoreDialog({ slug, taken, onTaken }: RestoreDialogProps) {
  return (
    <Dialog open={taken !== null} onOpenChange={(open) => !open && onTaken(null)}>
      <DialogContent
        title={`Restore “${taken?.item.name ?? ""}” with a different name`}
        description="References to the previous name in prompts and code aren't changed."
      >
        {taken && <RestoreForm key={taken.message} slug={slug} taken={taken} onTaken={onTaken} />}
      </DialogContent>
    </Dialog>
  );
}

function RestoreForm({ slug, taken, onTaken }: RestoreDialogProps & { taken: TakenName }) {
  const { item, message, proposal } = taken;
  const [name, setName] = useState(proposal);
  const [pending, setPending] = useState(false);
  const restore = useRestore();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setPending(true);
    const problem = await restore({ resourceSlug: slug, trashId: item._id, name });
    setPending(false);
    onTaken(problem ? { item, ...problem } : null);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={item.type === "tool" ? "Function name" : "Name"} error={message}>
        <Input value={name} autoComplete="off" autoFocus onChange={({ target }) => setName(target.value)} />
      </Field>
      <DialogButtons submit="Restore" pending={pending} onCancel={() => onTaken(null)} />
    </form>
  );
}
