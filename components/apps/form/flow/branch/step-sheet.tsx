"use client";

import { type ReactNode, useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { nameMax } from "@/lib/constants/limits";
import type { BranchStep } from "@/lib/contract/apps/flow";

interface StepForm {
  edited: BranchStep;
  /** Messages by the path of a field, once they have been checked. */
  issues: ReadonlyMap<string, string>;
  change(more: Partial<BranchStep>): void;
}

interface StepSheetProps {
  title: string;
  /** An example of a name. */
  placeholder: string;
  branch: BranchStep;
  findIssues(branch: BranchStep): ReadonlyMap<string, string>;
  onClose(): void;
  onSave(branch: BranchStep): void;
  children(form: StepForm): ReactNode;
}

/** Edits a branch or an iteration beside the process that it belongs to. */
export function StepSheet({ title, placeholder, branch, findIssues, onClose, onSave, children }: StepSheetProps) {
  const [edited, setEdited] = useState(branch);
  const [checked, setChecked] = useState(false);
  const issues = checked ? findIssues(edited) : new Map<string, string>();
  const change = (more: Partial<BranchStep>) => setEdited({ ...edited, ...more });
  const save = () => {
    setChecked(true);
    if (findIssues(edited).size === 0) onSave(edited);
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={title} className="w-[36rem]">
        <div className="grid gap-4 p-4 pt-0">
          <Field label="Name" required error={issues.get("name")}>
            <Input
              value={edited.name}
              maxLength={nameMax}
              placeholder={placeholder}
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          {children({ edited, issues, change })}
          <div className="flex justify-end gap-2">
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button onClick={save}>Done</Button>
          </div>
        </div>
      </SheetContent>
    </Sheet>
  );
}
