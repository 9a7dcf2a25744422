import type { Column } from "@/components/shared/data-table/column";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Spinner } from "@/components/ui/spinner";
import type { EvaluationSummary } from "@/lib/contract/evaluations/results";
import type { TestSetSummary } from "@/lib/contract/testsets/schemas";
import { RateBar } from "./rate-bar";

function LastResult({ last }: { last: EvaluationSummary | null }) {
  if (!last) return <span className="text-faint">Not run yet</span>;
  if (last.status !== "running") return <RateBar rate={last.rate} />;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap tabular-nums">
      <Spinner className="size-3.5" /> {last.ended} of {last.attempts}
    </span>
  );
}

export const testSetColumns: readonly Column<TestSetSummary>[] = [
  { key: "name", label: "Name", cell: ({ name }) => name, skeleton: "w-40" },
  { key: "cases", label: "Cases", cell: ({ caseCount }) => caseCount, align: "right", skeleton: "w-8" },
  { key: "required", label: "Required", cell: ({ requiredCount }) => requiredCount, align: "right", skeleton: "w-8" },
  {
    key: "result",
    label: "Last result",
    cell: ({ lastEvaluation }) => <LastResult last={lastEvaluation} />,
    skeleton: "w-32",
  },
  {
    key: "tested",
    label: "Version",
    cell: ({ lastEvaluation }) => lastEvaluation?.label ?? "—",
    wide: true,
    skeleton: "w-20",
  },
  {
    key: "when",
    label: "Last run",
    cell: ({ lastEvaluation }) =>
      lastEvaluation ? <RelativeTime date={lastEvaluation.dateCreated} /> : <span className="text-faint">Never</span>,
    roomy: true,
    skeleton: "w-20",
  },
];
