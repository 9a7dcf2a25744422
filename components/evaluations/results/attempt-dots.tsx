import { Check, CircleDashed, LoaderCircle, X } from "lucide-react";
import type { Attempt } from "@/lib/contract/evaluations/results";
import { cn } from "@/lib/utils/cn";
import { outcomeDisplays } from "../labels";

const looks = {
  passed: { icon: Check, className: "border-success-border bg-success-tint text-success" },
  failed: { icon: X, className: "border-danger-border bg-danger-tint text-danger" },
  not_measured: { icon: CircleDashed, className: "border-warning-border bg-warning-tint text-warning" },
  running: { icon: LoaderCircle, className: "border-info-border bg-info-tint text-info" },
} as const;

/** The outcome of each attempt, as a dot with a text alternative. */
export function AttemptDots({ attempts, ended }: { attempts: readonly Attempt[]; ended: boolean }) {
  return (
    <span className="flex flex-wrap gap-1">
      {attempts.map(({ _id, number, outcome }) => {
        const { icon: Icon, className } = looks[outcome ?? (ended ? "not_measured" : "running")];
        const label = outcome ? outcomeDisplays[outcome].label : ended ? "Not run" : "Running";
        return (
          <span
            key={_id}
            title={`Attempt ${number}: ${label}`}
            className={cn("inline-flex size-5 items-center justify-center rounded-full border", className)}
          >
            <Icon
              aria-hidden
              className={cn("size-3", !outcome && !ended && "animate-spin motion-reduce:animate-none")}
            />
            <span className="sr-only">
              Attempt {number}: {label}.
            </span>
          </span>
        );
      })}
    </span>
  );
}
