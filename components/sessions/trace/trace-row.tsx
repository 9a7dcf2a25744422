import { Bot, CircleAlert, CircleHelp, Info, ListChecks, MessageSquare, Search, Wrench } from "lucide-react";
import type { TraceRow } from "@/lib/session-log/trace-rows";
import { cn } from "@/lib/utils/cn";
import { formatDuration } from "@/lib/utils/text/format-figures";

const icons = {
  turn: MessageSquare,
  task: ListChecks,
  model: Bot,
  tool: Wrench,
  retrieval: Search,
  wait: CircleHelp,
  notice: Info,
};
const depths = ["", "ml-2 border-l pl-3", "ml-6 border-l pl-3", "ml-10 border-l pl-3", "ml-14 border-l pl-3"];
const columns =
  "grid grid-cols-[minmax(0,1fr)_minmax(0,34%)_4.5rem] gap-3 px-2 @max-md:grid-cols-[minmax(0,1fr)_4.5rem]";

/** Column headers; the timeline's shows the total time. */
export function TraceHead({ total }: { total: number }) {
  return (
    <div aria-hidden className={cn(columns, "pb-1 text-faint text-label")}>
      <span>Step</span>
      <span className="flex justify-between tabular-nums @max-md:hidden">
        <span>0</span>
        <span>{formatDuration(total / 2)}</span>
        <span>{formatDuration(total)}</span>
      </span>
      <span className="text-right">Duration</span>
    </div>
  );
}

interface RowProps {
  row: TraceRow;
  /** Milliseconds of the whole timeline. */
  total: number;
  selected: boolean;
  onChoose(key: string): void;
}

/** One row of the tree with its bar on the timeline. */
export function TraceRowView({ row, total, selected, onChoose }: RowProps) {
  const { key, kind, depth, title, failed, start, duration } = row;
  const Icon = failed ? CircleAlert : icons[kind];
  const bar = {
    left: `min(${(start / total) * 100}%, 100% - 3px)`,
    width: `max(3px, ${(duration / total) * 100}%)`,
  };
  return (
    <button
      type="button"
      data-step={key}
      aria-current={selected || undefined}
      onClick={() => onChoose(key)}
      className={cn(
        columns,
        "h-9 w-full items-center rounded-control text-left text-secondary [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto] hover:bg-hover focus-visible:-outline-offset-2",
        selected && "bg-accent-tint",
        (depth === 0 || kind === "task") && "font-medium",
      )}
    >
      <span className={cn("flex min-w-0 items-center gap-2", depths[Math.min(depth, depths.length - 1)])}>
        <Icon aria-hidden className={cn("size-4 shrink-0", failed ? "text-danger" : "text-muted")} />
        <span dir="auto" className="truncate">
          {title}
        </span>
        {failed && <span className="sr-only">failed</span>}
      </span>
      <span aria-hidden className="relative h-2 overflow-hidden rounded-full bg-hover @max-md:hidden">
        <span
          className={cn(
            "absolute inset-y-0 rounded-full",
            failed ? "bg-danger" : depth > 0 ? "bg-accent" : "bg-border-strong",
          )}
          style={bar}
        />
      </span>
      <span className="text-right text-label text-muted tabular-nums">{formatDuration(duration)}</span>
    </button>
  );
}
