import { Progress } from "@/components/ui/progress";
import { documentStages } from "@/lib/constants/datasources";
import type { Trial } from "@/lib/contract/trials/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { stageLabel } from "../../labels";

/** The trial's documents by stage. */
export function TrialProgress({ trial: { stages, amount } }: { trial: Trial }) {
  const stored = stages.stored ?? 0;
  const pendingStages = documentStages.filter((stage) => stage !== "stored" && (stages[stage] ?? 0) > 0);
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
        {pendingStages.map((stage) => (
          <span key={stage} className="text-muted">
            {stageLabel(stage).label}: {(stages[stage] ?? 0).toLocaleString("en")}
          </span>
        ))}
      </p>
    </div>
  );
}
