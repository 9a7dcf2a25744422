"use client";

import { MarkedText } from "@/components/shared/retrieval/marked-text";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import type { Passage } from "@/lib/contract/datasources/retrieval";
import { documents } from "@/lib/contract/documents/calls";
import { removeOverlap } from "@/lib/utils/text/query-terms";

interface PassageInPlaceProps {
  slug: string;
  passage: Passage;
  terms: readonly string[];
}

/** A cited passage with the text before and after it in the present document. */
export function PassageInPlace({ slug, passage, terms }: PassageInPlaceProps) {
  const { datasourceId, documentId, position, text } = passage;
  const { data, error } = useEndpoint(documents.get, {
    params: { resourceSlug: slug, datasourceId, documentId },
    query: { after: Math.max(-1, position - 2), limit: 3 },
  });
  const chunks = data?.chunks ?? [];
  const here = chunks.find((chunk) => chunk.position === position);
  // If the document has changed since, only the cited text is certain.
  const same = here?.text === text;
  const before = same ? chunks.find((chunk) => chunk.position === position - 1)?.text : undefined;
  const after = same ? chunks.find((chunk) => chunk.position === position + 1)?.text : undefined;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="grid grid-cols-1 gap-2 rounded-card border bg-sunken p-3 text-secondary">
        {before && <MarkedText text={before} className="line-clamp-4 text-muted" />}
        <MarkedText
          text={before ? removeOverlap(before, text) : text}
          terms={terms}
          className="-mx-1 rounded-control border border-accent-border bg-accent-tint p-2"
        />
        {after && <MarkedText text={removeOverlap(text, after)} className="line-clamp-4 text-muted" />}
      </div>
      {error && <p className="text-label text-warning">This document no longer exists.</p>}
      {data && !same && (
        <p className="text-label text-warning">The document has changed. This is the passage that was used.</p>
      )}
    </div>
  );
}
