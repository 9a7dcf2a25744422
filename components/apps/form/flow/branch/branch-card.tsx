"use client";

import { Split } from "lucide-react";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { defaultCase, hasOperand, listCases } from "@/lib/contract/apps/steps";
import { CardFrame, type CardFrameProps } from "../card-frame";
import { operatorLabels } from "./branch-state";

interface BranchCardProps extends Omit<CardFrameProps, "name" | "mark" | "children"> {
  branch: BranchStep;
  /** What it compares or classifies. */
  source: string;
  /** The names of the steps in a case. */
  stepsIn(caseId: string): string[];
}

function describeCase({ by, cases }: BranchStep, id: string): string {
  const one = cases.find((other) => other.id === id);
  if (!one || by === "classification") return one?.description ?? "";
  return [operatorLabels[one.operator], hasOperand(one.operator) && `“${one.value}”`].filter(Boolean).join(" ");
}

/** A branch with its cases, and what runs in each. */
export function BranchCard({ branch, source, stepsIn, ...props }: BranchCardProps) {
  return (
    <CardFrame {...props} name={branch.name} mark={<Split aria-label="Branch" className="inline size-4 text-muted" />}>
      <p className="truncate text-muted text-secondary">
        {branch.by === "classification" ? "Classifies" : "Compares"} {source}
      </p>
      <ul className="grid gap-1">
        {listCases(branch).map(({ id, name }) => {
          const names = stepsIn(id);
          return (
            <li key={id} className="grid gap-x-2 rounded-mark bg-sunken px-2 py-1 text-label">
              <span className="truncate">
                <span className="font-medium">{name}</span>{" "}
                {id !== defaultCase && <span className="text-muted">{describeCase(branch, id)}</span>}
              </span>
              <span className="truncate text-muted">{names.length > 0 ? names.join(", ") : "No steps"}</span>
            </li>
          );
        })}
      </ul>
    </CardFrame>
  );
}
