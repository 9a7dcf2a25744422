"use client";

import { Plus } from "lucide-react";
import { Field } from "@/components/shared/form/field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { maxCases, nameMax } from "@/lib/constants/limits";
import type { BranchStep, Step } from "@/lib/contract/apps/flow";
import { findIteration } from "@/lib/contract/apps/steps";
import { decideBy, findBranchIssues, newCase, withoutUnused } from "./branch-state";
import { CaseFields } from "./case-fields";
import { PersonFields } from "./person-fields";
import { ClassificationFields, ValueFields } from "./source-fields";
import { StepSheet } from "./step-sheet";

export interface BranchSheetProps {
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
export function BranchSheet({ slug, steps, branch, isNew, tasks, onSave, ...props }: BranchSheetProps) {
  const isInIteration = findIteration(steps, branch) !== undefined;
  return (
    <StepSheet
      {...props}
      title={isNew ? "New branch" : "Edit branch"}
      placeholder="Route the request"
      branch={branch}
      findIssues={(edited) => findBranchIssues(steps, edited)}
      onSave={(edited) => onSave(withoutUnused(edited))}
    >
      {({ edited, issues, change }) => {
        const { by, cases, defaultName } = edited;
        return (
          <>
            <Field label="Decides by" group>
              <RadioGroup value={by} onChange={(next) => change(decideBy(edited, next))}>
                <RadioItem card value="value" label="Comparing a value" help="A task's output or a variable." />
                <RadioItem
                  card
                  value="classification"
                  label="Classification"
                  help="A model chooses the case that fits."
                />
                <RadioItem card value="person" label="A person" help="Someone chooses a case, such as Approve." />
              </RadioGroup>
            </Field>
            {by === "value" ? (
              <ValueFields
                label="Value"
                value={edited}
                isInIteration={isInIteration}
                tasks={tasks}
                issueOf={(field) => issues.get(field)}
                onChange={change}
              />
            ) : by === "person" ? (
              <PersonFields branch={edited} tasks={tasks} issues={issues} onChange={change} />
            ) : (
              <ClassificationFields slug={slug} branch={edited} tasks={tasks} issues={issues} onChange={change} />
            )}
            <Field
              label="Cases"
              help={by === "person" ? undefined : "The first case that matches is taken."}
              group
              error={issues.get("cases")}
            >
              <div className="grid gap-3">
                {cases.map((one, i) => (
                  <CaseFields
                    key={one.id}
                    by={by}
                    value={one}
                    number={i + 1}
                    isInIteration={isInIteration}
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
              help={
                by === "person"
                  ? "The last choice. It's also taken if no one responds and the run continues."
                  : "Taken when no other case matches."
              }
              error={issues.get("defaultName")}
            >
              <Input
                value={defaultName}
                maxLength={nameMax}
                onChange={({ target }) => change({ defaultName: target.value })}
              />
            </Field>
          </>
        );
      }}
    </StepSheet>
  );
}
