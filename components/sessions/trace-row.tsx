import { Bot, CircleAlert, CircleHelp, Info, MessageSquare, Wrench } from "lucide-react";
import { formatDuration } from "@/lib/utils/figures";
import type { TraceRow } from "@/lib/utils/trace";

const icons = { turn: MessageSquare, model: Bot, tool: Wrench, wait: CircleHelp, notice: Info };

interface RowProps {
  row: TraceRow;
  /** Milliseconds that the whole time line stands for. */
  total: number;
  selected: boolean;
  onChoose(key: string): void;
}

/** One line of the tree with its bar on the time line. */
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
      aria-current={selected || undefined}
      onClick={() => onChoose(key)}
      className={`grid h-9 w-full grid-cols-[minmax(0,1fr)_minmax(0,30%)_4.5rem] items-center gap-3 rounded-control pr-2 text-left text-secondary [contain-intrinsic-size:auto_2.25rem] [content-visibility:auto] hover:bg-hover max-md:grid-cols-[minmax(0,1fr)_4.5rem] ${selected ? "bg-accent-tint" : ""} ${depth ? "pl-7" : "pl-2 font-medium"}`}
    >
      <span className="flex min-w-0 items-center gap-2">
        <Icon aria-hidden className={`size-4 shrink-0 ${failed ? "text-danger" : "text-muted"}`} />
        <span className="truncate">{title}</span>
        {failed && <span className="sr-only">failed</span>}
      </span>
      <span aria-hidden className="relative h-2 overflow-hidden rounded-full bg-sunken max-md:hidden">
        <span
          className={`absolute inset-y-0 rounded-full ${failed ? "bg-danger" : depth ? "bg-accent" : "bg-strong"}`}
          style={bar}
        />
      </span>
      <span className="text-right text-label text-muted tabular-nums">{formatDuration(duration)}</span>
    </button>
  );
}
