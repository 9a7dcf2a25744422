"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { maxCases, nameMax } from "@/lib/constants/limits";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { emptyCondition, findBranchIssues, newCase, withConditions } from "./branch-state";
import { CaseFields } from "./case-fields";
import { ClassificationFields, ValueFields } from "./source-fields";

interface BranchSheetProps {
  slug: string;
  steps: readonly Step[];
  branch: BranchStep;
  /** It isn't in the flow yet. */
  isNew: boolean;
  /** The tasks before it. */
  tasks: readonly { id: string; name: string }[];
  onClose(): void;
  onSave(branch: BranchStep): void;
}

/** Edits a branch beside the process that it belongs to. */
export function BranchSheet({ slug, steps, branch, isNew, tasks, onClose, onSave }: BranchSheetProps) {
  const [edited, setEdited] = useState(branch);
  const [checked, setChecked] = useState(false);
  const issues: ReadonlyMap<string, string> = checked ? findBranchIssues(steps, edited) : new Map();
  const { name, by, cases, defaultName } = edited;
  const change = (more: Partial<BranchStep>) => setEdited({ ...edited, ...more });
  const save = () => {
    setChecked(true);
    if (findBranchIssues(steps, edited).size > 0) return;
    const isClassification = by === "classification";
    onSave(isClassification ? { ...edited, cases: cases.map((one) => withConditions(one, [emptyCondition])) } : edited);
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={isNew ? "New branch" : "Edit branch"} className="w-[36rem]">
        <div className="grid gap-4 p-4 pt-0">
          <Field label="Name" required error={issues.get("name")}>
            <Input
              value={name}
              maxLength={nameMax}
              placeholder="Route the request"
              onChange={({ target }) => change({ name: target.value })}
            />
          </Field>
          <Field label="Decides by" group>
            <RadioGroup value={by} onChange={(next) => change({ by: next === "value" ? "value" : "classification" })}>
              <RadioItem card value="value" label="Comparing a value" help="A task's output or a variable." />
              <RadioItem
                card
                value="classification"
                label="Classification"
                help="A model chooses the case that fits."
              />
            </RadioGroup>
          </Field>
          {by === "value" ? (
            <ValueFields
              label="Value"
              value={edited}
              tasks={tasks}
              issueOf={(field) => issues.get(field)}
              onChange={change}
            />
          ) : (
            <ClassificationFields slug={slug} branch={edited} tasks={tasks} issues={issues} onChange={change} />
          )}
          <Field label="Cases" help="The first case that matches is taken." group error={issues.get("cases")}>
            <div className="grid gap-3">
              {cases.map((one, i) => (
                <CaseFields
                  key={one.id}
                  by={by}
                  value={one}
                  number={i + 1}
                  tasks={tasks}
                  issueOf={(field) => issues.get(`cases.${i}.${field}`)}
                  onChange={(next) => change({ cases: cases.map((old) => (old.id === one.id ? next : old)) })}
                  onRemove={
                    cases.length > 1 ? () => change({ cases: cases.filter(({ id }) => id !== one.id) }) : undefined
                  }
                />
              ))}
            </div>
          </Field>
          <Button
            variant="outline"
            className="justify-self-start"
            disabled={cases.length >= maxCases}
            onClick={() => change({ cases: [...cases, newCase(cases)] })}
          >
            <Plus aria-hidden /> Add case
          </Button>
          <Field
            label="Default case"
            required
            help="Taken when no other case matches."
            error={issues.get("defaultName")}
          >
            <Input
              value={defaultName}
              maxLength={nameMax}
              onChange={({ target }) => change({ defaultName: target.value })}
            />
          </Field>
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
