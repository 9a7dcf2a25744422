import { cn } from "@/lib/utils/cn";

export function Separator({ vertical = false, className }: { vertical?: boolean; className?: string }) {
  const shape = cn("shrink-0 border-0 bg-border", vertical ? "h-full w-px self-stretch" : "h-px w-full", className);
  return vertical ? <span aria-hidden className={shape} /> : <hr className={shape} />;
}
