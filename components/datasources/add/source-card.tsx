import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { cn } from "@/lib/utils/cn";
import { SourceIcon } from "../source-icon";

interface SourceCardProps {
  source: string;
  label: string;
  help: string;
  /** Why it cannot be chosen. */
  disabledReason?: string | undefined;
  current: boolean;
  onChoose(source: string): void;
}

/** A source that can be chosen. */
export function SourceCard({ source, label, help, disabledReason, current, onChoose }: SourceCardProps) {
  return (
    <DisabledTooltip disabledReason={disabledReason}>
      <button
        type="button"
        onClick={() => onChoose(source)}
        className={cn(
          "flex items-center gap-3 rounded-card border p-3 text-left transition-colors hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
          current && "border-accent bg-accent-tint",
        )}
      >
        <SourceIcon source={source} className="size-5 shrink-0 text-muted" />
        <span className="grid min-w-0 gap-0.5">
          <span className="font-medium">{label}</span>
          {help && <span className="text-muted text-secondary">{help}</span>}
        </span>
      </button>
    </DisabledTooltip>
  );
}
