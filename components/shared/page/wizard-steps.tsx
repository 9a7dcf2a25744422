import { Check } from "lucide-react";
import { cn } from "@/lib/utils/cn";

interface WizardStepsProps {
  labels: readonly string[];
  current: number;
  /** The last step that can be opened. */
  reachable: number;
  onGo(step: number): void;
}

/** The steps of a wizard; completed ones are buttons. */
export function WizardSteps({ labels, current, reachable, onGo }: WizardStepsProps) {
  return (
    <ol aria-label="Steps" className="mb-4 flex flex-wrap gap-x-2 gap-y-1">
      {labels.map((label, i) => (
        <li key={label}>
          <button
            type="button"
            aria-current={i === current ? "step" : undefined}
            disabled={i > reachable || i === current}
            onClick={() => onGo(i)}
            className={cn(
              "-ml-1 flex items-center gap-2 rounded-control px-1 py-1 pr-2 text-secondary enabled:hover:bg-hover",
              i === current ? "font-medium" : "text-muted",
            )}
          >
            <span
              className={cn(
                "grid size-5 place-items-center rounded-full text-label",
                i <= current ? "bg-accent text-accent-contrast" : "border border-strong",
              )}
            >
              {i < current ? <Check aria-hidden className="size-3" /> : i + 1}
            </span>
            {label}
            {i < current && <span className="sr-only">, done</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}
