import { cn } from "@/lib/utils/cn";

interface CutTextProps {
  text: string;
  /** Its tooltip; by default the text itself. */
  title?: string;
  className?: string;
}

/** A text on one line, cut where there is no room for it. */
export function CutText({ text, title = text, className }: CutTextProps) {
  return (
    <span dir="auto" className={cn("block truncate", className)} title={title}>
      {text}
    </span>
  );
}
