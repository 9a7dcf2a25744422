import { Progress } from "@/components/ui/progress";
import type { ItemProgress as Figures, ProcessGraphTask } from "@/lib/session-log/process-graph";
import { cn } from "@/lib/utils/cn";
import { pluralize } from "@/lib/utils/text/pluralize";
import { toLiveTail } from "./live-tail";
import { stages } from "./tile-head";

const maxActive = 3;

function describeProgress({ finished, skipped, count }: Figures): string {
  const total = count - skipped;
  const items = finished === total ? pluralize(total, "item") : `${finished} of ${pluralize(total, "item")}`;
  if (skipped === 0) return count === 0 ? "No items" : items;
  return total === 0 ? `${pluralize(skipped, "item")} skipped` : `${items}, ${skipped} skipped`;
}

/** How many items an iteration, or a task in one, has finished. */
export function ItemProgress({ name, progress, failed }: { name: string; progress: Figures; failed: boolean }) {
  const { finished, skipped, count } = progress;
  return (
    <div className="grid gap-1">
      <p className="text-label text-muted tabular-nums">{describeProgress(progress)}</p>
      {finished < count - skipped && (
        <Progress
          aria-label={`Progress of ${name}`}
          value={(finished / (count - skipped)) * 100}
          tone={failed ? "danger" : "accent"}
        />
      )}
    </div>
  );
}

function describeActivity({ stage, error, doing, live }: ProcessGraphTask): string | null {
  if (stage === "failed") return error ?? stages.failed.label;
  if (stage === "asks") return stages.asks.label;
  return doing ?? (live && toLiveTail(live));
}

/** The present activity of the items of a task whose list is collapsed. */
export function ActiveItems({ items }: { items: readonly ProcessGraphTask[] }) {
  const active = items.flatMap((task) => {
    const text = describeActivity(task);
    return text && task.item ? [{ id: task.taskId, number: task.item.number, stage: task.stage, text }] : [];
  });
  return (
    <ul className="grid gap-0.5 text-label empty:hidden">
      {active.slice(0, maxActive).map(({ id, number, stage, text }) => (
        <li key={id} className={cn("line-clamp-2 break-words text-muted", stage !== "working" && stages[stage].tone)}>
          Item {number}: {text}
        </li>
      ))}
    </ul>
  );
}
