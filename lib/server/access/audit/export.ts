import type { AuditFilter } from "@/lib/contract/audit/schemas";
import type { Db } from "../../platform/db/client";
import { toCsvLine } from "../../platform/http/responses/csv";
import { type Entry, readEntries } from "./queries";

const pageSize = 500;

const csvColumns = [
  ...(["date", "accountName", "accountEmail", "via", "keyName", "address", "requestId", "teamId"] as const),
  ...(["teamName", "action", "kind", "targetId", "targetName", "before", "after"] as const),
];

/** An export format: header, entry, footer. */
interface Format {
  type: string;
  extension: string;
  head: string;
  entry(entry: Entry, first: boolean): string;
  tail: string;
}

const toCell = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
};

export const csv: Format = {
  type: "text/csv; charset=utf-8",
  extension: "csv",
  head: toCsvLine(csvColumns),
  entry: (entry) => toCsvLine(csvColumns.map((name) => toCell(entry[name]))),
  tail: "",
};

export const json: Format = {
  type: "application/json; charset=utf-8",
  extension: "json",
  head: '{"entries":[',
  entry: (entry, first) => `${first ? "" : ","}\n${JSON.stringify(entry)}`,
  tail: "\n]}\n",
};

/** Streams the matching entries, newest first, page by page. */
export function exportEntries(db: Db, orgId: string, filter: AuditFilter, format: Format): Response {
  const encoder = new TextEncoder();
  let before: string | undefined;
  let first = true;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(format.head)),
    async pull(controller) {
      const page = await readEntries(db, orgId, { ...filter, before, limit: pageSize });
      const lines: string[] = [];
      for (const entry of page.entries) {
        lines.push(format.entry(entry, first));
        first = false;
      }
      controller.enqueue(encoder.encode(lines.join("") + (page.next ? "" : format.tail)));
      if (!page.next) return controller.close();
      before = page.next;
    },
  });
  const day = new Date().toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      "content-type": format.type,
      "content-disposition": `attachment; filename="audit-${day}.${format.extension}"`,
      "x-content-type-options": "nosniff",
    },
  });
}
