"use client";

import { Repeat } from "lucide-react";
import { maxItems } from "@/lib/constants/limits";
import type { BranchStep } from "@/lib/contract/apps/flow";
import { pluralize } from "@/lib/utils/text/pluralize";
import { CardFrame, type CardFrameProps } from "../card-frame";

interface IterationCardProps extends Omit<CardFrameProps, "name" | "mark" | "children"> {
  iteration: BranchStep;
  /** The task or variable that has the list. */
  source: string;
  /** The names of the steps that run for each item. */
  inside: readonly string[];
}

/** An iteration with its list, and what runs for each item. */
export function IterationCard({ iteration, source, inside, ...props }: IterationCardProps) {
  const { name, concurrency = 1, maxItems: max = maxItems } = iteration;
  return (
    <CardFrame {...props} name={name} mark={<Repeat aria-label="Iteration" className="inline size-4 text-muted" />}>
      <p className="truncate text-muted text-secondary">For each item of {source}</p>
      <p className="truncate rounded-mark bg-sunken px-2 py-1 text-label">
        {inside.length > 0 ? inside.join(", ") : <span className="text-muted">No steps</span>}
      </p>
      <p className="text-label text-muted">
        {concurrency === 1 ? "One item after another" : `${concurrency} items at the same time`}, up to{" "}
        {pluralize(max, "item")}
      </p>
    </CardFrame>
  );
}
