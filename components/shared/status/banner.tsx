import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/utils/cn";

const toneStyles = {
  info: { icon: Info, box: "border-info-border bg-info-tint", mark: "text-info" },
  success: { icon: CircleCheck, box: "border-success-border bg-success-tint", mark: "text-success" },
  warning: { icon: TriangleAlert, box: "border-warning-border bg-warning-tint", mark: "text-warning" },
  danger: { icon: CircleAlert, box: "border-danger-border bg-danger-tint", mark: "text-danger" },
} as const satisfies Record<string, { icon: LucideIcon; box: string; mark: string }>;

interface BannerProps {
  tone?: keyof typeof toneStyles;
  action?: { label: string; onSelect(): void } | undefined;
  className?: string;
  children: ReactNode;
}

/** A note above content. Screen readers announce errors immediately, other tones politely. */
export function Banner({ tone = "info", action, className, children }: BannerProps) {
  const { icon: Icon, box, mark } = toneStyles[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={cn(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border px-3 py-2 text-body",
        box,
        className,
      )}
    >
      <Icon aria-hidden className={cn("h-5 w-4 shrink-0", mark)} />
      <div className="min-w-0 flex-1 basis-40">{children}</div>
      {action && (
        <Button variant="outline" size="sm" onClick={action.onSelect}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
