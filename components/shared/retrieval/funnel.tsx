"use client";

import { Scissors } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Retrieval } from "@/lib/contract/datasources/retrieval";
import { formatDuration } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";
import { extractTerms } from "@/lib/utils/text/query-terms";
import { filterText } from "./labels";
import { PassageCard, type PassageFields } from "./passage-card";

interface FunnelProps {
  retrieval: Pick<Retrieval, "queries" | "filters" | "ms"> & {
    passages: (PassageFields & { number?: number })[];
    dropped: (PassageFields & { reason: string })[];
  };
  /** Returns the URL of a passage's document. */
  getHref?(passage: PassageFields): string;
  /** Rendered below each passage that was not dropped. */
  actions?(passage: PassageFields): ReactNode;
}

const initialCount = 5;

/** One search from the query to the passages: what was found, what was dropped, and by which rule. */
export function Funnel({ retrieval, getHref, actions }: FunnelProps) {
  const { queries, filters, passages, dropped, ms } = retrieval;
  const [all, setAll] = useState(false);
  const terms = extractTerms(queries);
  const visible = all ? dropped : dropped.slice(0, initialCount);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Stage title="Query">
        <ul className="grid gap-1 px-4 py-3">
          {queries.map((query) => (
            <li key={query} dir="auto" className="[overflow-wrap:anywhere]">
              “{query}”
            </li>
          ))}
          {filters.map((filter) => (
            <li key={JSON.stringify(filter)} className="text-muted text-secondary">
              Filter: {filterText(filter)}
            </li>
          ))}
        </ul>
      </Stage>
      <Stage
        title={`${passages.length} of ${pluralize(passages.length + dropped.length, "passage")} used`}
        aside={`${formatDuration(ms.total)}: embedding ${formatDuration(ms.embed)}, vector ${formatDuration(ms.vectors)}, keyword ${formatDuration(ms.text)}`}
      >
        {passages.length === 0 ? (
          <p className="px-4 py-6 text-center text-muted text-secondary">No passages found.</p>
        ) : (
          <ol className="divide-y">
            {passages.map((passage, i) => (
              <li key={`${passage.documentId}.${passage.position}`}>
                <PassageCard
                  passage={passage}
                  mark={`${passage.number ?? i + 1}`}
                  terms={terms}
                  href={getHref?.(passage)}
                >
                  {actions?.(passage)}
                </PassageCard>
              </li>
            ))}
          </ol>
        )}
      </Stage>
      {dropped.length > 0 && (
        <Stage title={`${dropped.length} filtered out`}>
          <ol className="divide-y">
            {visible.map((passage) => (
              <li key={`${passage.documentId}.${passage.position}`}>
                <PassageCard passage={passage} mark={<DroppedMark />} terms={terms} href={getHref?.(passage)}>
                  <p className="text-label text-warning">{passage.reason}</p>
                </PassageCard>
              </li>
            ))}
          </ol>
          {dropped.length > visible.length && (
            <div className="border-t p-2 text-center">
              <Button variant="ghost" size="sm" onClick={() => setAll(true)}>
                Show all {dropped.length}
              </Button>
            </div>
          )}
        </Stage>
      )}
    </div>
  );
}

const DroppedMark = () => (
  <>
    <Scissors aria-hidden className="size-3.5 translate-y-0.5" />
    <span className="sr-only">Filtered out</span>
  </>
);

function Stage({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-card border bg-surface">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b bg-sunken px-4 py-2">
        <h3 className="font-medium text-secondary">{title}</h3>
        {aside && <p className="text-label text-muted tabular-nums">{aside}</p>}
      </div>
      {children}
    </section>
  );
}
