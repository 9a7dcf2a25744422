import type { Column } from "@/components/shared/data-table/column";
import { RelativeTime } from "@/components/shared/details/relative-time";
import type { KnowledgeDocument } from "@/lib/contract/documents/schemas";
import { formatBytes } from "@/lib/utils/text/bytes";
import { documentOrigin } from "../labels";
import { DocumentStatus } from "./document-status";

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
        {documentOrigin(document) && (
          <span
            dir="auto"
            className="truncate font-normal text-label text-muted"
            title={document.uri ?? document.filename ?? undefined}
          >
            {documentOrigin(document)}
          </span>
        )}
      </span>
    ),
  },
  {
    key: "stage",
    label: "Status",
    long: true,
    share: "max-xl:w-[48%]",
    cell: (document) => <DocumentStatus of={document} />,
  },
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
    label: "Updated",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated }) => <RelativeTime date={dateUpdated} />,
  },
];
