import { locationLabel } from "@/components/shared/retrieval/labels";
import type { ThreadCitation } from "@/lib/session-log/searches";

interface SourcesProps {
  citations: readonly ThreadCitation[];
  open(citation: ThreadCitation): void;
}

/** The cited sources below an answer. */
export function Sources({ citations, open }: SourcesProps) {
  if (citations.length === 0) return null;
  return (
    <ol aria-label="Sources" className="flex flex-wrap gap-1.5 pt-1">
      {citations.map((citation) => {
        const place = locationLabel({ page: citation.page, lastPage: citation.lastPage });
        return (
          <li key={citation.number} className="min-w-0">
            <button
              type="button"
              onClick={() => open(citation)}
              className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-full border bg-surface pr-2.5 pl-1 text-label hover:bg-hover"
            >
              <span className="inline-flex h-4 min-w-4 items-center justify-center rounded-full bg-accent-tint px-1 font-medium text-accent tabular-nums">
                {citation.number}
              </span>
              <span dir="auto" className="truncate">
                {citation.title}
              </span>
              {place && <span className="shrink-0 text-muted">{place}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
