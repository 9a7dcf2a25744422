import type { LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";

interface StatusBadgeProps {
  status: { label: string; icon: LucideIcon; tone: Tone; spins?: true };
  title?: string | null | undefined;
}

/** A status as a badge with an icon. */
export function StatusBadge({ status: { label, icon: Icon, tone, spins }, title }: StatusBadgeProps) {
  return (
    <Badge tone={tone} {...(title && { title })}>
      <Icon aria-hidden className={spins ? "animate-spin" : undefined} />
      <span className="truncate">{label}</span>
    </Badge>
  );
}
