"use client";

import { ChevronDown, ExternalLink } from "lucide-react";
import { useId, useState } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { Badge } from "@/components/ui/badge";
import type { ImportSource, ReportEntry } from "@/lib/contract/transfers/schemas";
import { cn } from "@/lib/utils/cn";
import { pluralize } from "@/lib/utils/text/pluralize";
import { describeSource, outcomes } from "./source-labels";

interface SourceReportProps {
  source: ImportSource;
  report: ReportEntry[];
}

/** What a file of another system is taken for, and what becomes of each of its parts. */
export function SourceReport({ source, report }: SourceReportProps) {
  return (
    <FormSection
      title={describeSource(source)}
      description={
        <>
          {`${pluralize(source.parts, "part")} found. Nothing was run or requested. `}
          <GuideLink system={source.system} />
        </>
      }
    >
      <div className="divide-y rounded-control border">
        {outcomes.map((group) => (
          <OutcomeGroup
            key={group.outcome}
            {...group}
            entries={report.filter(({ outcome }) => outcome === group.outcome)}
          />
        ))}
      </div>
    </FormSection>
  );
}

/** Opens in a new tab: the import stays open. */
const GuideLink = ({ system }: Pick<ImportSource, "system">) => (
  <a
    href={`/guide/import-${system}`}
    target="_blank"
    rel="noreferrer"
    className="whitespace-nowrap text-accent underline underline-offset-2"
  >
    Read the guide
    <span className="sr-only"> (opens in a new tab)</span>
    <ExternalLink aria-hidden className="ml-0.5 inline size-3" />
  </a>
);

type OutcomeGroupProps = (typeof outcomes)[number] & { entries: ReportEntry[] };

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
