import { z } from "zod";
import { ConnectorError } from "../shared/errors";
import type { AirtableCall, AirtableSettings } from "./client";

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
export async function listBases(call: AirtableCall, { bases }: AirtableSettings): Promise<Base[]> {
  const allBases: Base[] = [];
  let offset: string | undefined;
  do {
    const page = basesSchema.parse(await call("meta", "/bases", { qs: offset ? { offset } : {} }));
    allBases.push(...page.bases);
    offset = page.offset;
  } while (offset);
  if (bases.length === 0) return allBases;
  return bases.map((id) => allBases.find((base) => base.id === id) ?? { id, name: id });
}

export const listTables = async (call: AirtableCall, baseId: string): Promise<Table[]> =>
  tablesSchema.parse(await call(`meta/bases/${encodeURIComponent(baseId)}`, "/tables")).tables;

export const findPrimaryField = ({ fields, primaryFieldId }: Table): Field | undefined =>
  fields.find(({ id }) => id === primaryFieldId);

/** The table of a stream (`appX/tblY`) with the selected fields. */
export async function findTable(
  call: AirtableCall,
  stream: string,
  fieldNames: readonly string[] | undefined,
): Promise<{ baseId: string; table: Table; tables: Table[]; fields: Field[] }> {
  const [baseId = "", tableId = ""] = stream.split("/");
  const tables = await listTables(call, baseId);
  const table = tables.find(({ id }) => id === tableId);
  if (!table) {
    const message = "This table no longer exists in Airtable, or the token can't access it. Refresh the streams.";
    throw new ConnectorError("vanished", message);
  }
  if (!fieldNames) return { baseId, table, tables, fields: table.fields };
  const fields = table.fields.filter(({ name }) => fieldNames.includes(name));
  const missing = fieldNames.filter((name) => !fields.some((field) => field.name === name)).map((name) => `“${name}”`);
  if (missing.length === 0) return { baseId, table, tables, fields };
  const message = `The table ${table.name} no longer has ${new Intl.ListFormat("en").format(missing)}. Choose this stream's fields again.`;
  throw new ConnectorError("vanished", message);
}
