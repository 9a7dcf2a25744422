import { z } from "zod";
import { type Call, LostPlaceError } from "./client";
import { type Field, primaryField, type Table } from "./schema";

const PAGE = 100;
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
export async function* pagesOf(
  call: Call,
  baseId: string,
  tableId: string,
  { offset, ...listing }: Listing,
): AsyncGenerator<z.infer<typeof pageSchema>> {
  let from = offset ?? undefined;
  do {
    const body = { pageSize: PAGE, ...listing, ...(from ? { offset: from } : {}) };
    const page = pageSchema.parse(
      await call(baseId, `/${encodeURIComponent(tableId)}/listRecords`, { method: "POST", body }),
    );
    yield page;
    from = page.offset;
  } while (from);
}

/** Restarts once when Airtable no longer knows the stored offset: offsets expire after minutes. */
export async function* pagesFrom(call: Call, baseId: string, tableId: string, listing: Listing) {
  try {
    return yield* pagesOf(call, baseId, tableId, listing);
  } catch (error) {
    if (!(error instanceof LostPlaceError)) throw error;
  }
  return yield* pagesOf(call, baseId, tableId, { ...listing, offset: null });
}

/** The names of linked records. */
export class LinkNames {
  readonly #loaded = new Map<string, Promise<Map<string, string>>>();

  constructor(
    private readonly call: Call,
    private readonly baseId: string,
    private readonly tables: readonly Table[],
  ) {}

  async of(field: Field, ids: readonly unknown[]): Promise<string[]> {
    const names = await this.#names(field.options?.linkedTableId ?? "");
    return ids.flatMap((id) => (typeof id === "string" ? (names.get(id) ?? []) : []));
  }

  #names(tableId: string): Promise<Map<string, string>> {
    const known = this.#loaded.get(tableId) ?? this.#load(tableId);
    this.#loaded.set(tableId, known);
    return known;
  }

  async #load(tableId: string): Promise<Map<string, string>> {
    const names = new Map<string, string>();
    const table = this.tables.find(({ id }) => id === tableId);
    const primary = table && primaryField(table);
    if (!primary) return names;
    for await (const { records } of pagesOf(this.call, this.baseId, tableId, { fields: [primary.name] })) {
      for (const { id, fields } of records) {
        const name = plainValue(fields[primary.name]);
        if (typeof name === "string" || typeof name === "number") names.set(id, String(name));
      }
      if (names.size > MAX_NAMES) return new Map();
    }
    return names;
  }
}

const textIn = (value: object, name: string): string | undefined => {
  const found: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return typeof found === "string" ? found : undefined;
};

/** Attachments by their file names (their URLs expire), people by their names, computed texts by their value. */
export function plainValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== "object" || value === null) return value;
  const own = ["filename", "name", "email", "text", "label", "value", "specialValue"].map((name) =>
    textIn(value, name),
  );
  return own.find((text) => text !== undefined) ?? ("error" in value || "state" in value ? null : value);
}
