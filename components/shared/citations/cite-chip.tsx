"use client";

import { createContext, type ReactNode, use } from "react";
import type { ThreadCitation } from "@/lib/session-log/searches";

interface CitationState {
  citations: readonly ThreadCitation[];
  open(citation: ThreadCitation): void;
}

const CitationContext = createContext<CitationState | null>(null);

/** Provides the citations that the chips inside open. */
export function CitedText({ children, ...cited }: CitationState & { children: ReactNode }) {
  return <CitationContext value={cited}>{children}</CitationContext>;
}

/** The number of a passage within an answer. */
export function CiteChip({ number }: { number: number }) {
  const cited = use(CitationContext);
  const citation = cited?.citations.find((one) => one.number === number);
  if (!cited || !citation) return <>[{number}]</>;
  return (
    <button
      type="button"
      onClick={() => cited.open(citation)}
      aria-label={`Source ${number}: ${citation.title}`}
      title={citation.title}
      className="mx-0.5 inline-flex h-4 min-w-4 items-center justify-center rounded-mark border border-accent-border bg-accent-tint px-1 align-text-top font-medium text-accent text-label tabular-nums leading-none hover:bg-accent hover:text-accent-contrast"
    >
      {number}
    </button>
  );
}
