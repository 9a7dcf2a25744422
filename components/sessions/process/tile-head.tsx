import { ArrowDown, Ban, Check, ChevronRight, CircleAlert, CircleDashed, CircleSlash, Hand } from "lucide-react";
import { Spinner } from "@/components/ui/spinner";
import type { ProcessGraphTask, TaskStage } from "@/lib/session-log/process-graph";
import { cn } from "@/lib/utils/cn";
import { formatDuration } from "@/lib/utils/text/format-figures";

export const stages: Record<TaskStage, { label: string; icon: typeof Check | null; tone: string; border: string }> = {
  skipped: { label: "Skipped", icon: CircleSlash, tone: "text-faint", border: "border-dashed" },
  ahead: { label: "Pending", icon: CircleDashed, tone: "text-faint", border: "" },
  working: { label: "Running", icon: null, tone: "text-info", border: "border-info-border" },
  asks: { label: "Needs response", icon: Hand, tone: "text-warning", border: "border-warning-border" },
  done: { label: "Completed", icon: Check, tone: "text-success", border: "" },
  failed: { label: "Failed", icon: CircleAlert, tone: "text-danger", border: "border-danger-border" },
  stopped: { label: "Canceled", icon: Ban, tone: "text-muted", border: "" },
};

/** Returns its working time, without waiting for people. Null: it hasn't begun, or takes no time, like a comparison. */
function workingTime({ durationMs, startedAt, waitedMs, stage }: ProcessGraphTask, now: number): string | null {
  if (durationMs) return formatDuration(Math.max(0, durationMs - waitedMs));
  return stage === "working" && startedAt ? formatDuration(Math.max(0, now - Date.parse(startedAt) - waitedMs)) : null;
}

const pressed = "-m-1 flex min-w-0 items-center gap-3 rounded-mark p-1 hover:bg-hover";

interface TileHeadProps {
  task: ProcessGraphTask;
  now: number;
  title: string;
  /** Below the title. */
  detail: string;
  open: boolean;
  onToggle: (() => void) | undefined;
  /** Shows its steps. */
  onShow: (() => void) | undefined;
}

/** The name, stage and time of a task. It expands the tile, or links to the task's messages. */
export function TileHead({ task, now, title, detail, open, onToggle, onShow }: TileHeadProps) {
  const { stage, waitedMs } = task;
  const { label, icon: Icon, tone } = stages[stage];
  const time = workingTime(task, now);
  const head = (
    <>
      <span className={cn("flex size-4 shrink-0 items-center justify-center", tone)}>
        {Icon ? <Icon aria-hidden className="size-4" /> : <Spinner className="size-4" />}
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 break-words text-left font-medium" title={title}>
          {title}
        </span>
        <span className="block truncate text-left text-label text-muted empty:hidden">{detail}</span>
      </span>
      <span className="shrink-0 text-right text-label">
        <span className={cn("block", tone)}>{label}</span>
        {time && (
          <span
            className="block text-muted tabular-nums"
            title={waitedMs > 0 ? `Excludes ${formatDuration(waitedMs)} waiting for input` : undefined}
          >
            {time}
          </span>
        )}
      </span>
    </>
  );
  if (onShow)
    return (
      <button type="button" title="Show in the steps below" onClick={onShow} className={pressed}>
        {head}
        <ArrowDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
    );
  if (!onToggle) return <div className="flex min-w-0 items-center gap-3">{head}</div>;
  return (
    <button type="button" aria-expanded={open} onClick={onToggle} className={pressed}>
      {head}
      <ChevronRight
        aria-hidden
        className={cn("size-4 shrink-0 text-muted transition-transform", open && "rotate-90")}
      />
    </button>
  );
}
