import { RelativeTime } from "@/components/shared/details/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { stages } from "@/lib/constants/datasources";
import type { KnowledgeDocument } from "@/lib/contract/documents/schemas";
import { formatDuration } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";
import { stageLabel, stageUnits } from "../labels";

/** Output and duration of each stage of a document. */
export function StageTimes({ document }: { document: KnowledgeDocument }) {
  const done = stages.flatMap((stage) => {
    const note = document.stages[stage];
    return note ? [{ stage, ...note }] : [];
  });
  if (done.length === 0) return null;
  return (
    <div className="overflow-hidden rounded-card border">
      <Table label="Progress" className="text-secondary">
        <TableHeader>
          <TableRow className="h-9 bg-sunken">
            <TableHead>Status</TableHead>
            <TableHead className="text-right">Result</TableHead>
            <TableHead className="text-right">Duration</TableHead>
            <TableHead className="max-sm:hidden">Time</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {done.map(({ stage, count, ms, at }) => (
            <TableRow key={stage} className="h-9">
              <TableCell>{stageLabel(stage).label}</TableCell>
              <TableCell className="whitespace-nowrap text-right">{pluralize(count, ...stageUnits[stage])}</TableCell>
              <TableCell className="whitespace-nowrap text-right">{formatDuration(ms)}</TableCell>
              <TableCell className="max-sm:hidden">
                <RelativeTime date={at} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
