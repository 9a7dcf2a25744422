import { z } from "zod";
import { ConnectorError } from "../shared/errors";
import type { AirtableSettings, Call } from "./client";

const fieldSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  options: z.object({ linkedTableId: z.string().optional() }).loose().nullish(),
});
const tableSchema = z.object({
  id: z.string(),
  name: z.string(),
  primaryFieldId: z.string(),
  fields: z.array(fieldSchema),
});
const tablesSchema = z.object({ tables: z.array(tableSchema) });
const basesSchema = z.object({
  bases: z.array(z.object({ id: z.string(), name: z.string() })),
  offset: z.string().optional(),
});

export type Field = z.infer<typeof fieldSchema>;
export type Table = z.infer<typeof tableSchema>;

export interface Base {
  id: string;
  name: string;
}

/** The bases named in the settings, or all that the token can read. */
export async function listBases(call: Call, { bases }: AirtableSettings): Promise<Base[]> {
  const found: Base[] = [];
  let offset: string | undefined;
  do {
    const page = basesSchema.parse(await call("meta", "/bases", { qs: offset ? { offset } : {} }));
    found.push(...page.bases);
    offset = page.offset;
  } while (offset);
  if (bases.length === 0) return found;
  return bases.map((id) => found.find((base) => base.id === id) ?? { id, name: id });
}

export const listTables = async (call: Call, baseId: string): Promise<Table[]> =>
  tablesSchema.parse(await call(`meta/bases/${encodeURIComponent(baseId)}`, "/tables")).tables;

export const primaryField = ({ fields, primaryFieldId }: Table): Field | undefined =>
  fields.find(({ id }) => id === primaryFieldId);

/** The table of a stream (`appX/tblY`) with the selected fields. */
export async function findTable(
  call: Call,
  stream: string,
  chosen: readonly string[] | undefined,
): Promise<{ baseId: string; table: Table; tables: Table[]; fields: Field[] }> {
  const [baseId = "", tableId = ""] = stream.split("/");
  const tables = await listTables(call, baseId);
  const table = tables.find(({ id }) => id === tableId);
  if (!table) {
    const says = "Airtable no longer has this table, or does not show it to the token. Look for streams again.";
    throw new ConnectorError("vanished", says);
  }
  if (!chosen) return { baseId, table, tables, fields: table.fields };
  const fields = table.fields.filter(({ name }) => chosen.includes(name));
  const lost = chosen.filter((name) => !fields.some((field) => field.name === name)).map((name) => `“${name}”`);
  if (lost.length === 0) return { baseId, table, tables, fields };
  const says = `The table ${table.name} no longer has ${lost.join(", ")}. Choose the fields of this stream again.`;
  throw new ConnectorError("vanished", says);
}
