import Link from "next/link";
import type { ReactNode } from "react";
import type { RetrievedPassage } from "@/lib/contract/session-events/messages";
import { locationLabel } from "./labels";
import { MarkedText } from "./marked-text";
import { Scores } from "./scores";

/** A passage of a new search, or of the log. */
export type PassageFields = Omit<RetrievedPassage, "number">;

interface PassageCardProps {
  passage: PassageFields;
  /** Its rank, or its citation number. */
  mark: ReactNode;
  terms: readonly string[];
  /** Where its document is shown. */
  href?: string | undefined;
  /** Why it was dropped, and other remarks. */
  children?: ReactNode;
}

/** A passage with its document, its position there and its scores. */
export function PassageCard({ passage, mark, terms, href, children }: PassageCardProps) {
  // Leaves out headings that repeat the title.
  const place = locationLabel({
    ...passage,
    headings: passage.headings.filter((heading) => heading !== passage.title),
  });
  // The excerpt has six lines, so blank ones are removed.
  const dense = passage.text.replace(/\n\s*\n/g, "\n");
  return (
    <article className="grid grid-cols-1 gap-1.5 px-4 py-3">
      <div className="flex min-w-0 items-baseline gap-2">
        <span className="shrink-0 text-label text-muted tabular-nums">{mark}</span>
        {href ? (
          <Link
            href={href}
            dir="auto"
            className="truncate font-medium text-accent hover:underline"
            title={passage.title}
          >
            {passage.title}
          </Link>
        ) : (
          <span dir="auto" className="truncate font-medium" title={passage.title}>
            {passage.title}
          </span>
        )}
      </div>
      {place && <p className="text-label text-muted [overflow-wrap:anywhere]">{place}</p>}
      <MarkedText text={dense} terms={terms} className="line-clamp-6 max-w-reading text-secondary" />
      <Scores of={passage} />
      {children}
    </article>
  );
}
