"use client";

import { useState } from "react";
import { CheckList, toChoices } from "@/components/shared/form/check-list";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { OptionSelect } from "@/components/ui/option-select";
import type { Within } from "@/lib/contract/apps/branch";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { isIteration, itemCase, listCases } from "@/lib/contract/apps/steps";

interface WithinDialogProps {
  name: string;
  within: Within | null;
  branches: readonly BranchStep[];
  onClose(): void;
  onChange(within: Within | null): void;
}

function describePlace(branch: BranchStep | undefined): string {
  if (!branch) return "Not part of a branch or iteration.";
  return isIteration(branch) ? "Runs once for each item of the list." : "Skipped when the branch takes another case.";
}

/** Chooses the cases of a branch in which a step runs, or the iteration that it belongs to. */
export function WithinDialog({ name, within, branches, onClose, onChange }: WithinDialogProps) {
  const [branchId, setBranchId] = useState(within?.branch ?? "");
  const [cases, setCases] = useState<readonly string[]>(within?.cases ?? []);
  const branch = branches.find(({ id }) => id === branchId);
  const isForItems = branch !== undefined && isIteration(branch);
  const isMissing = branch !== undefined && cases.length === 0;
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={`Condition of “${name}”`} description={describePlace(branch)}>
        <div className="grid gap-4">
          <Field label="Runs">
            <OptionSelect
              value={branchId}
              onChange={(id) => {
                setBranchId(id);
                setCases(branches.some((one) => one.id === id && isIteration(one)) ? [itemCase] : []);
              }}
              options={[
                { value: "", label: "Always" },
                ...branches.map((one) => ({
                  value: one.id,
                  label: `${isIteration(one) ? "For each item" : "In cases"} of ${one.name}`,
                })),
              ]}
            />
          </Field>
          {branch && !isForItems && (
            <Field label="Cases" group error={isMissing ? "Choose at least one case." : undefined}>
              <CheckList choices={toChoices(listCases(branch))} chosen={cases} onChange={setCases} />
            </Field>
          )}
          <DialogFooter>
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={isMissing}
              onClick={() => {
                onChange(branch ? { branch: branch.id, cases: [...cases] } : null);
                onClose();
              }}
            >
              Done
            </Button>
          </DialogFooter>
        </div>
      </DialogContent>
    </Dialog>
  );
}
