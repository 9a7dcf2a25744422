"use client";

import { Split } from "lucide-react";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { defaultCase, listCases } from "@/lib/contract/apps/steps";
import { capitalize } from "@/lib/utils/text/capitalize";
import { CardFrame, type CardFrameProps } from "../card-frame";
import { describeConditions } from "./branch-state";

interface BranchCardProps extends Omit<CardFrameProps, "name" | "mark" | "children"> {
  branch: BranchStep;
  isInIteration: boolean;
  /** What it compares or classifies. */
  source: string;
  nameOf(taskId: string): string;
  /** The names of the steps in a case. */
  stepsIn(caseId: string): string[];
}

/** A branch with its cases, and what runs in each. */
export function BranchCard({ branch, isInIteration, source, nameOf, stepsIn, ...props }: BranchCardProps) {
  const describeCase = (id: string): string => {
    const one = branch.cases.find((other) => other.id === id);
    if (!one || branch.by === "classification") return one?.description ?? "";
    return capitalize(describeConditions(one, nameOf, isInIteration));
  };
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
              <span className="wrap-anywhere line-clamp-3">
                <span className="font-medium">{name}</span>{" "}
                {id !== defaultCase && <span className="text-muted">{describeCase(id)}</span>}
              </span>
              <span className="truncate text-muted">{names.length > 0 ? names.join(", ") : "No steps"}</span>
            </li>
          );
        })}
      </ul>
    </CardFrame>
  );
}
