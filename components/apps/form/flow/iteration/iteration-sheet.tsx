"use client";

import { Field } from "@/components/shared/form/field";
import { RequiredNumber } from "@/components/shared/form/number-input";
import { maxConcurrency, maxItems } from "@/lib/constants/limits";
import type { BranchSheetProps } from "../branch/branch-sheet";
import { ValueFields } from "../branch/source-fields";
import { StepSheet } from "../branch/step-sheet";
import { findIterationIssues } from "./iteration-state";

/** Edits an iteration beside the process that it belongs to. */
export function IterationSheet({ steps, branch, isNew, tasks, onClose, onSave }: Omit<BranchSheetProps, "slug">) {
  return (
    <StepSheet
      title={isNew ? "New iteration" : "Edit iteration"}
      placeholder="Orders"
      branch={branch}
      findIssues={(edited) => findIterationIssues(steps, edited)}
      onClose={onClose}
      onSave={onSave}
    >
      {({ edited, issues, change }) => (
        <>
          <ValueFields
            label="List"
            help="A JSON array, or text with one item per line."
            fieldHelp="For structured output, such as result.orders. Leave it empty if the whole output is the list."
            isInIteration={false}
            value={edited}
            tasks={tasks}
            issueOf={(field) => issues.get(field)}
            onChange={change}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label="Items at the same time"
              required
              help={`Up to ${maxConcurrency}.`}
              error={issues.get("concurrency")}
            >
              <RequiredNumber
                min={1}
                max={maxConcurrency}
                value={edited.concurrency ?? 1}
                onChange={(concurrency) => change({ concurrency })}
              />
            </Field>
            <Field
              label="Maximum items"
              required
              help="The process fails before the first item if the list has more."
              error={issues.get("maxItems")}
            >
              <RequiredNumber
                min={1}
                max={maxItems}
                value={edited.maxItems ?? maxItems}
                onChange={(value) => change({ maxItems: value })}
              />
            </Field>
          </div>
          <p className="text-muted text-secondary">
            Each task in the iteration receives the current item. Its description can also use {"{item}"} and{" "}
            {"{item_number}"}.
          </p>
        </>
      )}
    </StepSheet>
  );
}
