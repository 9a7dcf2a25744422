import { Progress } from "@/components/ui/progress";
import { documentStages } from "@/lib/constants/datasources";
import type { Trial } from "@/lib/contract/trials";
import { pluralize } from "@/lib/utils/pluralize";
import { stageLook } from "../words";

/** How many of the documents have come how far. */
export function TrialProgress({ trial: { stages, amount } }: { trial: Trial }) {
  const stored = stages.stored ?? 0;
  const standing = documentStages.filter((stage) => stage !== "stored" && (stages[stage] ?? 0) > 0);
  return (
    <div className="grid gap-1.5">
      <Progress
        aria-label="Documents stored"
        value={amount.documents === 0 ? null : (100 * stored) / amount.documents}
      />
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-secondary tabular-nums">
        <span>
          {stored.toLocaleString("en")} of {pluralize(amount.documents, "document")} stored
        </span>
        {standing.map((stage) => (
          <span key={stage} className="text-muted">
            {stageLook(stage).label}: {(stages[stage] ?? 0).toLocaleString("en")}
          </span>
        ))}
      </p>
    </div>
  );
}
