"use client";

import { FormSection } from "@/components/shared/form/form-section";
import { NewTabLink } from "@/components/shared/page/new-tab-link";
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
          <NewTabLink href={`/guide/import-${source.system}`}>Read the guide</NewTabLink>
        </>
      }
    >
      <OutcomeGroups outcomes={outcomes} report={report} />
    </FormSection>
  );
}
