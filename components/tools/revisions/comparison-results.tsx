import { FoldedJson } from "@/components/shared/markdown/raw-json";
import { Badge } from "@/components/ui/badge";
import type { ComparedInput } from "@/lib/contract/tools/outputs";
import { pluralize } from "@/lib/utils/text/pluralize";
import { OutcomeView } from "../test/outcome-view";

interface ComparisonResultsProps {
  comparison: { results: ComparedInput[]; left: number };
  /** The numbers of the applied revision and the other one. */
  numbers: [number, number];
}

/** The results of two revisions on the same inputs. */
export function ComparisonResults({ comparison: { results, left }, numbers }: ComparisonResultsProps) {
  const different = results.filter(({ same }) => !same).length;
  return (
    <div role="status" className="grid grid-cols-1 gap-3">
      <p className="text-secondary">
        {results.length === 0
          ? "Nothing to run yet. Save some arguments in the test panel."
          : `${different} of ${pluralize(results.length, "result")} ${different === 1 ? "differs" : "differ"}.`}
        {left > 0 && ` ${left} didn't run in time.`}
      </p>
      {results.map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
        <Compared key={i} input={one} numbers={numbers} />
      ))}
    </div>
  );
}

function Compared({ input, numbers }: { input: ComparedInput; numbers: [number, number] }) {
  const { name, source, operation, args, before, after, same } = input;
  return (
    <div className="grid grid-cols-1 gap-2 rounded-control border p-3">
      <p className="flex flex-wrap items-center gap-2 text-body">
        <Badge tone={same ? "neutral" : "warning"}>{same ? "Same" : "Different"}</Badge>
        <span dir="auto" className="min-w-0 truncate font-medium">
          {source === "saved" ? name : "Recent call"}
        </span>
        {operation && <span className="font-mono text-label text-muted">{operation}</span>}
      </p>
      <FoldedJson label="Arguments" value={args} />
      {!same && (
        <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
          {[before, after].map((outcome, i) => (
            <div key={numbers[i]} className="grid min-w-0 grid-cols-1 content-start gap-1">
              <h3 className="font-medium text-label">Revision {numbers[i]}</h3>
              <OutcomeView outcome={outcome} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
