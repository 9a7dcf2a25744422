import { cn } from "@/lib/utils/cn";

/** The mark and the name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn("inline-flex items-center gap-2 font-semibold text-section", className)}>
      {/* biome-ignore lint/performance/noImgElement: a small SVG has nothing to optimize */}
      <img src="/muster.svg" alt="" width={20} height={20} />
      Muster
    </span>
  );
}
