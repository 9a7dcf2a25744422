import type { LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "@/lib/utils/cn";

interface EmptyStateProps {
  icon: LucideIcon;
  /** One sentence on what the thing is for. */
  children: ReactNode;
  example?: string;
  /** The one primary action; without the permission, who can grant it. */
  action?: ReactNode;
  guide?: string;
  className?: string;
}

export function EmptyState({ icon: Icon, children, example, action, guide, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center gap-4 px-4 py-16 text-center", className)}>
      <span className="inline-flex size-10 items-center justify-center rounded-card border bg-surface text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="grid max-w-dialog gap-1 text-balance">
        <p className="text-muted">{children}</p>
        {example && <p className="text-faint text-secondary">Example: {example}</p>}
      </div>
      {action && <div className="flex flex-wrap justify-center gap-2">{action}</div>}
      {guide && (
        <Link href={`/guide/${guide}`} className="text-accent text-secondary underline underline-offset-2">
          Read the guide
        </Link>
      )}
    </div>
  );
}
