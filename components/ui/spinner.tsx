import { LoaderCircle } from "lucide-react";
import { cn } from "@/lib/utils/cn";

/** Needs a label unless text next to it describes the progress. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span className={cn("inline-flex size-4 shrink-0", className)} {...(label && { role: "status" })}>
      <LoaderCircle aria-hidden className="size-full animate-spin" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
