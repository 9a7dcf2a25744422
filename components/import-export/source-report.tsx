"use client";

import { ExternalLink } from "lucide-react";
import { FormSection } from "@/components/shared/form/form-section";
import { OutcomeGroups } from "@/components/shared/status/outcome-groups";
import type { ImportSource, ReportEntry } from "@/lib/contract/transfers/schemas";
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
      <OutcomeGroups outcomes={outcomes} report={report} />
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
