import type { LucideIcon } from "lucide-react";
import { Badge, type Tone } from "@/components/ui/badge";

interface LookBadgeProps {
  look: { label: string; icon: LucideIcon; tone: Tone; spins?: true };
  title?: string | null | undefined;
}

/** A state with its word and its icon. */
export function LookBadge({ look: { label, icon: Icon, tone, spins }, title }: LookBadgeProps) {
  return (
    <Badge tone={tone} {...(title && { title })}>
      <Icon aria-hidden className={spins ? "animate-spin" : undefined} />
      <span className="truncate">{label}</span>
    </Badge>
  );
}
