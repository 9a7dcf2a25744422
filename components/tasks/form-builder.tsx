"use client";

import { Plus } from "lucide-react";
import { useRef } from "react";
import { useFieldArray } from "react-hook-form";
import { SortableList } from "@/components/shared/drag/sortable-list";
import { Button } from "@/components/ui/button";
import { FormFieldCard } from "./form-field-card";
import type { TaskFormState } from "./task-form-state";

/** The fields of the form, in their order. */
export function FormBuilder({ form, slug }: { form: TaskFormState; slug: string }) {
  const { fields, append, remove, move } = useFieldArray({ control: form.control, name: "formFields", keyName: "key" });
  const currentFields = form.watch("formFields");
  const items = fields.map(({ key }, i) => ({ key, name: currentFields?.[i]?.label || `field ${i + 1}` }));
  const more = useRef<HTMLButtonElement>(null);
  const add = () => {
    const taken = new Set(form.getValues("formFields")?.map(({ name }) => name));
    let n = fields.length + 1;
    while (taken.has(`field${n}`)) n += 1;
    append({ name: `field${n}`, label: "", type: "string", required: true });
  };
  return (
    <section aria-label="Form fields" className="grid gap-3">
      {fields.length === 0 && (
        <p className="text-muted text-secondary">Without fields, the form has a single text field.</p>
      )}
      <SortableList
        items={items}
        getId={({ key }) => key}
        getName={({ name }) => name}
        onOrder={(next) => {
          const from = items.findIndex(({ key }, i) => key !== next[i]?.key);
          const last = items.findLastIndex(({ key }, i) => key !== next[i]?.key);
          const downwards = items[from]?.key === next[last]?.key;
          if (from >= 0) move(downwards ? from : last, downwards ? last : from);
        }}
      >
        {(_, index, handle) => (
          <FormFieldCard
            form={form}
            slug={slug}
            index={index}
            handle={handle}
            onRemove={() => {
              remove(index);
              more.current?.focus();
            }}
          />
        )}
      </SortableList>
      <Button ref={more} variant="outline" size="sm" className="justify-self-start" onClick={add}>
        <Plus aria-hidden /> Add field
      </Button>
    </section>
  );
}
