import Link from "next/link";
import type { ReactNode } from "react";
import type { Passage } from "@/lib/contract/retrieval";
import { MarkedText } from "./marked-text";
import { Scores } from "./scores";
import { placeText } from "./words";

interface PassageCardProps {
  passage: Passage;
  /** Its place, or the number that an answer cites it by. */
  mark: ReactNode;
  terms: readonly string[];
  /** Where its document is shown. */
  href?: string | undefined;
  /** Why it was cut, and whatever else is to be said of it. */
  children?: ReactNode;
}

/** A passage with its document, its place there and how it was found. */
export function PassageCard({ passage, mark, terms, href, children }: PassageCardProps) {
  // What the title says already is not said again below it.
  const place = placeText({ ...passage, headings: passage.headings.filter((heading) => heading !== passage.title) });
  // An excerpt of six lines has none to spare for blank ones.
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
