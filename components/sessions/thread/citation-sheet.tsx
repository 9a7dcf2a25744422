"use client";

import { ArrowUpRight } from "lucide-react";
import Link from "next/link";
import { filterText, locationLabel } from "@/components/shared/retrieval/labels";
import { MarkedText } from "@/components/shared/retrieval/marked-text";
import { Scores } from "@/components/shared/retrieval/scores";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { Passage } from "@/lib/contract/datasources/retrieval";
import type { ThreadCitation, ThreadSearch } from "@/lib/session-log/searches";
import { extractTerms } from "@/lib/utils/text/query-terms";
import { PassageInPlace } from "./passage-in-place";

interface CitationSheetProps {
  slug: string;
  citation: ThreadCitation | null;
  /** The search that found it; undefined for visitors. */
  search: ThreadSearch | undefined;
  onClose(): void;
}

/** A cited passage within its document, and how it was found. */
export function CitationSheet({ slug, citation, search, onClose }: CitationSheetProps) {
  return (
    <Sheet open={citation !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={citation ? `Source ${citation.number}` : "Source"} className="w-[36rem]">
        {citation && <CitationView slug={slug} citation={citation} search={search} />}
      </SheetContent>
    </Sheet>
  );
}

/** Citations shown to visitors have no document. */
const hasDocument = (citation: ThreadCitation): citation is ThreadCitation & Passage =>
  citation.documentId !== undefined && citation.datasourceId !== undefined && citation.position !== undefined;

type ViewProps = Omit<CitationSheetProps, "citation" | "onClose"> & { citation: ThreadCitation };

function CitationView({ slug, citation, search }: ViewProps) {
  const placed = hasDocument(citation) ? citation : undefined;
  const place = locationLabel(citation);
  const terms = extractTerms(search?.queries ?? []);
  return (
    <div className="grid grid-cols-1 gap-4 p-4 pt-0">
      <div className="grid grid-cols-1 gap-1">
        <h3 dir="auto" className="font-semibold text-section [overflow-wrap:anywhere]">
          {citation.title}
        </h3>
        {place && <p className="text-muted text-secondary [overflow-wrap:anywhere]">{place}</p>}
        {placed && (
          <Link
            href={`/${slug}/datasource/${placed.datasourceId}?document=${placed.documentId}`}
            className="inline-flex items-center gap-1 justify-self-start text-accent text-secondary hover:underline"
          >
            Open document <ArrowUpRight aria-hidden className="size-3.5" />
          </Link>
        )}
      </div>
      {placed ? (
        <PassageInPlace slug={slug} passage={placed} terms={terms} />
      ) : (
        <MarkedText
          text={citation.text}
          className="rounded-card border border-accent-border bg-accent-tint p-3 text-secondary"
        />
      )}
      {placed && (
        <section aria-labelledby="found" className="grid grid-cols-1 gap-2">
          <h4 id="found" className="font-medium">
            Retrieval
          </h4>
          <Scores of={placed} />
          {search && (
            <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1 text-secondary">
              <dt className="text-muted">Tool</dt>
              <dd className="break-words">{search.tool}</dd>
              <dt className="text-muted">Query</dt>
              <dd className="break-words">{search.queries.map((query) => `“${query}”`).join(", ")}</dd>
              {search.filters.length > 0 && (
                <>
                  <dt className="text-muted">Filters</dt>
                  <dd className="break-words">{search.filters.map(filterText).join(", ")}</dd>
                </>
              )}
              <dt className="text-muted">Used</dt>
              <dd className="tabular-nums">
                {search.passages.length} of {search.passages.length + search.dropped.length}
              </dd>
            </dl>
          )}
        </section>
      )}
    </div>
  );
}
