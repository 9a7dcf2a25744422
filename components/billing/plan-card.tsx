import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import type { PlanDefinition } from "@/lib/constants/plans";
import { cn } from "@/lib/utils/cn";
import { planPoints } from "./plan-points";

interface PlanCardProps {
  plan: PlanDefinition;
  /** US dollars a month; null: on request. */
  price: number | null;
  current: boolean;
  /** The action of the card. */
  children: ReactNode;
}

export function PlanCard({ plan, price, current, children }: PlanCardProps) {
  const { title, isPopular } = plan;
  return (
    <section
      aria-label={title}
      className={cn(
        "flex flex-col gap-4 rounded-card border bg-surface p-4",
        isPopular && "border-accent-border",
        current && "ring-1 ring-accent ring-inset",
      )}
    >
      <header className="grid gap-1">
        <div className="flex min-h-6 flex-wrap items-center justify-between gap-2">
          <h3 className="font-semibold text-section">{title}</h3>
          {current ? <Badge tone="accent">Your plan</Badge> : isPopular && <Badge tone="info">Popular</Badge>}
        </div>
        <p className="flex items-baseline gap-1">
          {price === null ? (
            <span className="font-semibold text-title">Custom</span>
          ) : (
            <>
              <span className="font-semibold text-title tabular-nums">${price.toLocaleString("en")}</span>
              <span className="text-muted text-secondary">per month</span>
            </>
          )}
        </p>
      </header>
      <ul className="grid flex-1 content-start gap-1.5 text-secondary">
        {planPoints(plan).map((point) => {
          const isExcluded = point.startsWith("No ");
          const Icon = isExcluded ? Minus : Check;
          return (
            <li key={point} className={cn("flex items-start gap-2", isExcluded && "text-muted")}>
              <Icon aria-hidden className={cn("mt-px size-4 shrink-0", isExcluded ? "text-faint" : "text-success")} />
              {point}
            </li>
          );
        })}
      </ul>
      <div className="grid min-h-9 items-center">{children}</div>
    </section>
  );
}
