import { locationLabel } from "@/components/shared/retrieval/labels";
import { MarkedText } from "@/components/shared/retrieval/marked-text";
import type { ChunkView as Chunk } from "@/lib/contract/documents/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";

/** One chunk with its position, length and text. */
export function ChunkItem({ chunk, number }: { chunk: Chunk; number: number }) {
  const place = locationLabel(chunk);
  return (
    <li className="grid grid-cols-1 gap-1 px-4 py-3">
      <p className="flex flex-wrap justify-between gap-x-4 text-label text-muted tabular-nums">
        <span className="[overflow-wrap:anywhere]">
          {number}
          {place && ` · ${place}`}
        </span>
        <span>{pluralize(chunk.text.length, "character")}</span>
      </p>
      <MarkedText text={chunk.text} className="max-w-reading text-secondary" />
    </li>
  );
}
