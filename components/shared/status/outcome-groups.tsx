"use client";

import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Badge, type Tone } from "@/components/ui/badge";
import type { ImportOutcome, ReportEntry } from "@/lib/contract/transfers/schemas";
import { cn } from "@/lib/utils/cn";

/** How an outcome is shown. */
export interface OutcomeLabel {
  outcome: ImportOutcome;
  label: string;
  tone: Tone;
  explanation: string;
}

interface OutcomeGroupsProps {
  /** In the order of the groups. */
  outcomes: readonly OutcomeLabel[];
  report: readonly ReportEntry[];
}

/** The report of an import or export, grouped by outcome. */
export function OutcomeGroups({ outcomes, report }: OutcomeGroupsProps) {
  return (
    <div className="divide-y rounded-control border">
      {outcomes.map((group) => (
        <OutcomeGroup
          key={group.outcome}
          {...group}
          entries={report.filter(({ outcome }) => outcome === group.outcome)}
        />
      ))}
    </div>
  );
}

type OutcomeGroupProps = OutcomeLabel & { entries: ReportEntry[] };

function OutcomeGroup({ outcome, label, tone, explanation, entries }: OutcomeGroupProps) {
  const [open, setOpen] = useState(outcome === "needs" && entries.length <= 20);
  const id = useId();
  const isOpen = open && entries.length > 0;
  return (
    <div>
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          disabled={entries.length === 0}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center gap-2 p-3 text-left enabled:hover:bg-sunken"
        >
          <Badge tone={entries.length === 0 ? "neutral" : tone}>{label}</Badge>
          <span className="tabular-nums">{entries.length.toLocaleString("en")}</span>
          <ChevronDown
            aria-hidden
            className={cn(
              "ml-auto size-4 text-muted transition-transform",
              isOpen && "rotate-180",
              entries.length === 0 && "invisible",
            )}
          />
        </button>
      </h3>
      <div id={id} hidden={!isOpen} className="grid gap-2 px-3 pb-3">
        <p className="text-muted text-secondary">{explanation}</p>
        {isOpen && (
          <ul aria-label={label} className="grid gap-2">
            {entries.map(({ part, type, note }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts can have the same name, and never change places
              <li key={i} className="grid gap-x-6 gap-y-0.5 md:grid-cols-[2fr_3fr] md:items-baseline">
                <span className="wrap-anywhere">
                  <span dir="auto" className="font-medium">
                    {part}
                  </span>{" "}
                  <span className="text-label text-muted">{type}</span>
                </span>
                {note && <span className="wrap-anywhere text-muted text-secondary">{note}</span>}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
