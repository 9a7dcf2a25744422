import { Check, Circle, CircleDashed, LoaderCircle, X } from "lucide-react";
import type { Attempt } from "@/lib/contract/evaluations/results";
import { cn } from "@/lib/utils/cn";
import { outcomeDisplays } from "../labels";

const looks = {
  passed: { icon: Check, className: "border-success-border bg-success-tint text-success" },
  failed: { icon: X, className: "border-danger-border bg-danger-tint text-danger" },
  not_measured: { icon: CircleDashed, className: "border-warning-border bg-warning-tint text-warning" },
  waiting: { icon: Circle, className: "bg-sunken text-muted" },
  running: { icon: LoaderCircle, className: "border-info-border bg-info-tint text-info" },
} as const;

function describeAttempt({ outcome, sessionId }: Attempt, ended: boolean): [look: keyof typeof looks, label: string] {
  if (outcome) return [outcome, outcomeDisplays[outcome].label];
  if (ended) return ["waiting", "Not run"];
  return sessionId ? ["running", "Running"] : ["waiting", "Waiting"];
}

/** The outcome of each attempt, as a dot with a text alternative. */
export function AttemptDots({ attempts, ended }: { attempts: readonly Attempt[]; ended: boolean }) {
  return (
    <span className="flex flex-wrap gap-1">
      {attempts.map((attempt) => {
        const [look, label] = describeAttempt(attempt, ended);
        const { icon: Icon, className } = looks[look];
        return (
          <span
            key={attempt._id}
            title={`Attempt ${attempt.number}: ${label}`}
            className={cn("inline-flex size-5 items-center justify-center rounded-full border", className)}
          >
            <Icon
              aria-hidden
              className={cn("size-3", look === "running" && "animate-spin motion-reduce:animate-none")}
            />
            <span className="sr-only">
              Attempt {attempt.number}: {label}.
            </span>
          </span>
        );
      })}
    </span>
  );
}
