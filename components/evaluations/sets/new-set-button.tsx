"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import { CheckField } from "@/components/shared/form/check-field";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/api/use-action";
import { testsets } from "@/lib/contract/testsets/calls";
import type { Tested } from "../labels";

interface NewSetProps {
  slug: string;
  tested: Tested;
  disabledReason: string | undefined;
}

/** Creates a test set in a dialog, and opens it. */
export function NewSetButton({ disabledReason, ...props }: NewSetProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <DisabledTooltip disabledReason={disabledReason}>
        <Button onClick={() => setOpen(true)}>
          <Plus aria-hidden /> New test set
        </Button>
      </DisabledTooltip>
      <Dialog open={open} onOpenChange={setOpen}>
        <DialogContent title="New test set" description="You'll add cases next.">
          <NewSetForm {...props} onClose={() => setOpen(false)} />
        </DialogContent>
      </Dialog>
    </>
  );
}

function NewSetForm({ slug, tested, onClose }: Omit<NewSetProps, "disabledReason"> & { onClose(): void }) {
  const router = useRouter();
  const [name, setName] = useState("");
  const [required, setRequired] = useState(false);
  const add = useAction(testsets.add, {
    navigate: false,
    success: "Test set created.",
    onSuccess: ({ _id }) => router.push(`/${slug}/testset/${_id}`),
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim()) void add.run({ params: { resourceSlug: slug }, body: { name, required, ...tested } });
  };
  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <Field label="Name" required help="For example “Returns and refunds”.">
        <Input autoFocus value={name} maxLength={100} onChange={({ target }) => setName(target.value)} />
      </Field>
      <CheckField
        label="Tests are required by default"
        help="Changes can't be applied while a required test fails."
        checked={required}
        onChange={({ target }) => setRequired(target.checked)}
      />
      <DialogButtons
        submit="Create test set"
        pending={add.pending || add.done}
        disabled={!name.trim()}
        onCancel={onClose}
      />
    </form>
  );
}
