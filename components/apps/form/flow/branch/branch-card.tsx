"use client";

import { Split } from "lucide-react";
import { describeBranch, type NameOf } from "@/lib/contract/apps/describe-branch";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { CardFrame, type CardFrameProps } from "../card-frame";

interface BranchCardProps extends Omit<CardFrameProps, "name" | "mark" | "children"> {
  branch: BranchStep;
  isInIteration: boolean;
  nameOf: NameOf;
  /** The names of the steps in a case. */
  stepsIn(caseId: string): string[];
}

const verbs: Record<BranchStep["by"], string> = {
  value: "Compares",
  classification: "Classifies",
  person: "Asks:",
  items: "For each item of",
};

/** A branch with its cases, and what runs in each. */
export function BranchCard({ branch, isInIteration, nameOf, stepsIn, ...props }: BranchCardProps) {
  const { source, cases } = describeBranch(branch, nameOf, isInIteration);
  return (
    <CardFrame {...props} name={branch.name} mark={<Split aria-label="Branch" className="inline size-4 text-muted" />}>
      <p className="truncate text-muted text-secondary">
        {verbs[branch.by]} {source}
      </p>
      <ul className="grid gap-1">
        {cases.map(({ id, name, condition }) => {
          const names = stepsIn(id);
          return (
            <li key={id} className="grid gap-x-2 rounded-mark bg-sunken px-2 py-1 text-label">
              <span className="wrap-anywhere line-clamp-3">
                <span className="font-medium">{name}</span> <span className="text-muted">{condition}</span>
              </span>
              <span className="truncate text-muted">{names.length > 0 ? names.join(", ") : "No steps"}</span>
            </li>
          );
        })}
      </ul>
    </CardFrame>
  );
}
