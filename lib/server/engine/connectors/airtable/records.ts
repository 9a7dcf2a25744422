import { z } from "zod";
import { type AirtableCall, OffsetExpiredError } from "./client";
import { type Field, findPrimaryField, type Table } from "./schema";

const PAGE_SIZE = 100;
/** Per linked table. Links to records of larger tables are omitted, because bare ids are not useful. */
const MAX_NAMES = 20_000;

const recordSchema = z.object({
  id: z.string(),
  createdTime: z.string().optional(),
  fields: z.record(z.string(), z.unknown()),
});
const pageSchema = z.object({ records: z.array(recordSchema), offset: z.string().optional() });
export type AirtableRecord = z.infer<typeof recordSchema>;

interface Listing {
  fields?: readonly string[];
  filterByFormula?: string;
  offset?: string | null;
}

/** Pages of a listing with the offset after each; sent as POST, because many fields do not fit into a URL. */
export async function* listPages(
  call: AirtableCall,
  baseId: string,
  tableId: string,
  { offset, ...listing }: Listing,
): AsyncGenerator<z.infer<typeof pageSchema>> {
  let from = offset ?? undefined;
  do {
    const body = { pageSize: PAGE_SIZE, ...listing, ...(from ? { offset: from } : {}) };
    const page = pageSchema.parse(
      await call(baseId, `/${encodeURIComponent(tableId)}/listRecords`, { method: "POST", body }),
    );
    yield page;
    from = page.offset;
  } while (from);
}

/** Restarts once when Airtable no longer knows the stored offset: offsets expire after minutes. */
export async function* listPagesFrom(call: AirtableCall, baseId: string, tableId: string, listing: Listing) {
  try {
    return yield* listPages(call, baseId, tableId, listing);
  } catch (error) {
    if (!(error instanceof OffsetExpiredError)) throw error;
  }
  return yield* listPages(call, baseId, tableId, { ...listing, offset: null });
}

/** The names of linked records. */
export class LinkNames {
  readonly #loaded = new Map<string, Promise<Map<string, string>>>();

  constructor(
    private readonly call: AirtableCall,
    private readonly baseId: string,
    private readonly tables: readonly Table[],
  ) {}

  async findNames(field: Field, ids: readonly unknown[]): Promise<string[]> {
    const names = await this.#loadOnce(field.options?.linkedTableId ?? "");
    return ids.flatMap((id) => (typeof id === "string" ? (names.get(id) ?? []) : []));
  }

  #loadOnce(tableId: string): Promise<Map<string, string>> {
    const loading = this.#loaded.get(tableId) ?? this.#load(tableId);
    this.#loaded.set(tableId, loading);
    return loading;
  }

  async #load(tableId: string): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    const table = this.tables.find(({ id }) => id === tableId);
    const primary = table && findPrimaryField(table);
    if (!primary) return names;
    for await (const { records } of listPages(this.call, this.baseId, tableId, { fields: [primary.name] })) {
      for (const { id, fields } of records) {
        const name = toPlainValue(fields[primary.name]);
        if (typeof name === "string" || typeof name === "number") names.set(id, String(name));
      }
      if (names.size > MAX_NAMES) return new Map();
    }
    return names;
  }
}

const getText = (value: object, name: string): string | undefined => {
  const text: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return typeof text === "string" ? text : undefined;
};

/** Attachments by their file names (their URLs expire), people by their names, computed texts by their value. */
export function toPlainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (typeof value !== "object" || value === null) return value;
  const candidates = ["filename", "name", "email", "text", "label", "value", "specialValue"].map((name) =>
    getText(value, name),
  );
  return candidates.find((text) => text !== undefined) ?? ("error" in value || "state" in value ? null : value);
}
