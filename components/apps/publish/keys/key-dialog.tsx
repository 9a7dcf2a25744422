"use client";

import { FormProvider } from "react-hook-form";
import { DialogButtons } from "@/components/shared/dialogs/dialog-buttons";
import type { CreatedSecret } from "@/components/shared/dialogs/secret-dialog";
import { FormField } from "@/components/shared/form/form-field";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { OptionSelect } from "@/components/ui/option-select";
import { useAction } from "@/hooks/api/use-action";
import { useContractForm } from "@/hooks/forms/use-contract-form";
import { defaultOverlapHours } from "@/lib/constants/publications";
import { publications } from "@/lib/contract/publications/calls";
import type { PublicationKey } from "@/lib/contract/publications/schemas";
import { BudgetFields, LimitFields } from "../limit-fields";
import { toBudgetValues } from "../publication-values";

interface KeyFormProps {
  params: { resourceSlug: string; publicationId: string };
  /** Null: a new key replaces none. */
  replaced: PublicationKey | null;
  onClose(): void;
  onCreated(created: CreatedSecret): void;
}

const overlaps = [
  { value: "0", label: "Immediately" },
  { value: "1", label: "In an hour" },
  { value: `${defaultOverlapHours}`, label: "In a day" },
  { value: `${7 * 24}`, label: "In a week" },
  { value: `${30 * 24}`, label: "In 30 days" },
];

/** Creates a key, or one that replaces another. */
export function KeyDialog({ open, ...form }: KeyFormProps & { open: boolean }) {
  const { replaced } = form;
  return (
    <Dialog open={open} onOpenChange={(next) => !next && form.onClose()}>
      <DialogContent
        width="wide"
        title={replaced ? `Rotate the key “${replaced.name}”` : "New key"}
        description={
          replaced
            ? "Creates a replacement. Both keys are valid until the old one expires."
            : "Give each program its own key, so you can revoke it without affecting the others."
        }
      >
        {open && <KeyForm {...form} />}
      </DialogContent>
    </Dialog>
  );
}

function KeyForm({ params, replaced, onClose, onCreated }: KeyFormProps) {
  const form = useContractForm(async () => (await import("@/lib/contract/publications/schemas")).publicationKeyForm, {
    defaultValues: {
      name: replaced?.name ?? "",
      overlapHours: defaultOverlapHours,
      replaces: replaced?._id,
      budget: toBudgetValues(replaced?.budget),
      rate: replaced?.rate ?? null,
      concurrency: replaced?.concurrency ?? null,
      maxBytes: replaced?.maxBytes ?? null,
    },
  });
  const add = useAction(publications.addKey, { form });
  const submit = form.handleSubmit(async (body) => {
    const created = await add.run({ params, body });
    if (!created) return;
    onClose();
    onCreated({ name: body.name ?? "", secret: created.key });
  });
  return (
    <form className="grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
      <FormField control={form.control} name="name" label="Name" required help="The program that uses the key.">
        {({ value, ...field }) => <Input {...field} value={value ?? ""} autoFocus maxLength={100} autoComplete="off" />}
      </FormField>
      {replaced && (
        <FormField control={form.control} name="overlapHours" label="Old key expires" required>
          {({ value, onChange, ref: _ref, ...field }) => (
            <OptionSelect
              {...field}
              className="max-w-48"
              value={`${value}`}
              onChange={(next) => onChange(Number(next))}
              options={overlaps}
            />
          )}
        </FormField>
      )}
      <FormProvider {...form}>
        <BudgetFields />
        <LimitFields help="Leave empty to use the publication's limits." />
      </FormProvider>
      <DialogButtons submit={replaced ? "Rotate" : "Create key"} pending={add.pending} onCancel={onClose} />
    </form>
  );
}
