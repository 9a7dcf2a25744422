import { cn } from "@/lib/utils/cn";
import { markTerms } from "@/lib/utils/text/query-terms";

interface MarkedTextProps {
  text: string;
  /** Words to highlight. */
  terms?: readonly string[];
  className?: string;
}

/** A passage with the words of the query highlighted. */
export function MarkedText({ text, terms = [], className }: MarkedTextProps) {
  let at = 0;
  return (
    <div dir="auto" className={cn("whitespace-pre-wrap [overflow-wrap:anywhere]", className)}>
      {markTerms(text, terms).map(({ text: part, hit }) => {
        const key = at;
        at += part.length;
        return hit ? (
          <mark key={key} className="rounded-mark bg-warning-tint px-0.5 text-warning">
            {part}
          </mark>
        ) : (
          <span key={key}>{part}</span>
        );
      })}
    </div>
  );
}
