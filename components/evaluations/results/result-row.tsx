"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Badge } from "@/components/ui/badge";
import type { CaseResult } from "@/lib/contract/evaluations/results";
import { formatShare, type Verdict } from "../labels";
import { AttemptDots } from "./attempt-dots";
import { VerdictBadge } from "./badges";

interface ResultRowProps {
  result: CaseResult;
  /** The evaluation has ended. */
  ended: boolean;
  /** Compared with another evaluation. */
  verdict?: Verdict | undefined;
  /** What an open row shows. */
  children: ReactNode;
}

/** A case with the outcomes of its attempts, which opens its answers. */
export function ResultRow({ result: { input, required, rate, attempts }, ended, verdict, children }: ResultRowProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2 px-3 py-3 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Chevron aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        <span className="grid min-w-0 flex-1 items-center gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto_4.5rem]">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span dir="auto" className="line-clamp-2 wrap-anywhere">
              {input}
            </span>
            {required && <Badge tone="accent">Required</Badge>}
            {verdict && <VerdictBadge verdict={verdict} />}
          </span>
          <AttemptDots attempts={attempts} ended={ended} />
          <span className="text-muted text-secondary tabular-nums md:text-right">
            <span className="md:sr-only">Pass rate </span>
            {rate.passRate === null ? "—" : formatShare(rate.passRate)}
          </span>
        </span>
      </button>
      {open && (
        <div id={id} className="border-t bg-sunken p-3">
          {children}
        </div>
      )}
    </li>
  );
}
