"use client";

import { FileUp, Plus } from "lucide-react";
import { useState } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { toast } from "@/lib/utils/toasts/toast";
import { ImportDialog } from "../sets/import-dialog";
import { CaseFields } from "./case-fields";
import { CaseRow } from "./case-row";
import type { CaseValue } from "./check-types";
import { errorsAt } from "./issues";

interface CaseListProps {
  slug: string;
  value: readonly CaseValue[];
  requiredByDefault: boolean;
  errors: unknown;
  disabledReason: string | undefined;
  /** Changes the current cases: a removal can be undone after later changes. */
  change(edit: (cases: readonly CaseValue[]) => CaseValue[]): void;
}

const insert = (cases: readonly CaseValue[], at: number, one: CaseValue) => cases.toSpliced(at, 0, one);

/** The cases of a test set, with their fields. */
export function CaseList({ slug, value, requiredByDefault, errors, disabledReason, change }: CaseListProps) {
  const [openIndex, setOpenIndex] = useState<number | null>(null);
  const [importing, setImporting] = useState(false);
  const add = () => {
    change((cases) => [...cases, { input: "", checks: [{ type: "contains", value: "" }] }]);
    setOpenIndex(value.length);
  };
  const duplicate = (index: number, { _id, ...copy }: CaseValue) => {
    change((cases) => insert(cases, index + 1, copy));
    setOpenIndex(index + 1);
  };
  const remove = (index: number, removed: CaseValue) => {
    setOpenIndex(null);
    change((cases) => cases.toSpliced(index, 1));
    const undo = () => {
      setOpenIndex(null);
      change((cases) => insert(cases, index, removed));
    };
    toast.info("Case removed.", { label: "Undo", run: undo });
  };
  return (
    <FormSection
      title={`Cases (${value.length})`}
      description="Each case is a message and the checks that a correct answer must pass."
    >
      {value.length === 0 ? (
        <p className="rounded-card border border-dashed px-4 py-8 text-center text-muted">
          No cases yet. Add one, or import them from a file.
        </p>
      ) : (
        <ul className="divide-y overflow-hidden rounded-card border">
          {value.map((one, i) => (
            <CaseRow
              key={one._id ?? `new-${i}`}
              number={i + 1}
              value={one}
              required={one.required ?? requiredByDefault}
              invalid={errorsAt(errors, i) !== undefined}
              open={openIndex === i}
              disabledReason={disabledReason}
              onToggle={() => setOpenIndex(openIndex === i ? null : i)}
              onDuplicate={() => duplicate(i, one)}
              onRemove={() => remove(i, one)}
            >
              <CaseFields
                slug={slug}
                value={one}
                requiredByDefault={requiredByDefault}
                errors={errorsAt(errors, i)}
                onChange={(next) => change((cases) => cases.with(i, next))}
              />
            </CaseRow>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="outline" onClick={add}>
            <Plus aria-hidden /> Add case
          </Button>
        </DisabledTooltip>
        <DisabledTooltip disabledReason={disabledReason}>
          <Button variant="outline" onClick={() => setImporting(true)}>
            <FileUp aria-hidden /> Import cases
          </Button>
        </DisabledTooltip>
      </div>
      <ImportDialog
        slug={slug}
        open={importing}
        onOpenChange={setImporting}
        onAdd={(imported) => change((cases) => [...cases, ...imported])}
      />
    </FormSection>
  );
}
