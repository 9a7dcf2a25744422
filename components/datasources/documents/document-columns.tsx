import type { Column } from "@/components/shared/data-table/column";
import { RelativeTime } from "@/components/shared/relative-time";
import type { KnowledgeDocument } from "@/lib/contract/documents";
import { formatBytes } from "@/lib/utils/bytes";
import { originOf } from "../words";
import { Standing } from "./standing";

export const documentColumns = (open: (id: string) => void): Column<KnowledgeDocument>[] => [
  {
    key: "title",
    label: "Document",
    sort: "name",
    cell: (document) => (
      <span className="grid min-w-0">
        <button
          type="button"
          dir="auto"
          title={document.title}
          onClick={() => open(document._id)}
          className="truncate rounded-mark text-left font-medium hover:text-accent hover:underline"
        >
          {document.title}
        </button>
        {originOf(document) && (
          <span
            dir="auto"
            className="truncate font-normal text-label text-muted"
            title={document.uri ?? document.filename ?? undefined}
          >
            {originOf(document)}
          </span>
        )}
      </span>
    ),
  },
  { key: "stage", label: "Stage", long: true, share: "max-xl:w-[48%]", cell: (document) => <Standing of={document} /> },
  { key: "chunks", label: "Chunks", align: "right", roomy: true, cell: ({ chunks }) => chunks.toLocaleString("en") },
  {
    key: "bytes",
    label: "Size",
    wide: true,
    align: "right",
    cell: ({ bytes }) => <span className="whitespace-nowrap">{formatBytes(bytes)}</span>,
  },
  {
    key: "updated",
    label: "Changed",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated }) => <RelativeTime date={dateUpdated} />,
  },
];
