import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { ComparedRevision } from "@/lib/contract/base/revisions";

/** With the digits that a session's cost needs. */
const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 });
const format = (count: number) => count.toLocaleString("en");

function formatCost({ sessions, costUsd }: ComparedRevision): string {
  if (sessions === 0) return "–";
  return costUsd === null ? "Unknown" : dollars.format(costUsd);
}

const figures: { label: string; show(row: ComparedRevision): string }[] = [
  { label: "Sessions", show: ({ sessions }) => format(sessions) },
  { label: "Good answers", show: ({ good }) => format(good) },
  { label: "Bad answers", show: ({ bad }) => format(bad) },
  { label: "Failed sessions", show: ({ failed }) => format(failed) },
  { label: "Cost per session", show: formatCost },
];

/** The figures of the applied revision beside those of the one that is being rolled out. */
export function RolloutTable({ rows, applied }: { rows: ComparedRevision[]; applied: number }) {
  return (
    <Table label="Comparison of both revisions" className="max-w-form">
      <TableHeader>
        <TableRow className="h-9">
          <TableHead className="pl-0">Since the rollout started</TableHead>
          {rows.map(({ revision }) => (
            <TableHead key={revision} className="whitespace-normal text-right last:pr-0">
              Revision {revision}, {revision === applied ? "applied" : "rolling out"}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {figures.map(({ label, show }) => (
          <TableRow key={label} className="h-9">
            <TableHead scope="row" className="pl-0 font-normal text-body">
              {label}
            </TableHead>
            {rows.map((row) => (
              <TableCell key={row.revision} className="whitespace-nowrap py-1 text-right last:pr-0">
                {show(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
