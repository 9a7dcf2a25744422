import { z } from "zod";
import { guessTitle } from "../../parsing/shared/record-text";
import type { ConnectorContext, Message, RecordMessage, StreamChoice } from "../shared/types";
import { type AirtableSettings, airtableCall } from "./client";
import { type AirtableRecord, LinkNames, pagesFrom, pagesOf, plainValue } from "./records";
import { type Field, findTable, primaryField } from "./schema";

/** Tolerance for clock skew: changes in this interval before a read are read again. */
const MARGIN_MS = 10 * 60_000;

const stateSchema = z.object({
  v: z.literal(1),
  /** The selected fields; when they change, everything is read again. */
  of: z.string(),
  since: z.string().nullable(),
  /** When this read started; null: the previous read has finished. */
  begun: z.string().nullable(),
  /** Airtable's offset in the listing. */
  offset: z.string().nullable(),
});
type State = z.infer<typeof stateSchema>;

export async function* readAirtable(
  settings: AirtableSettings,
  choice: StreamChoice,
  kept: unknown,
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const call = airtableCall(settings, ctx);
  const { baseId, table, tables, fields } = await findTable(call, choice.name, choice.fields);
  const parsed = stateSchema.safeParse(kept);
  const of = JSON.stringify(choice.fields ?? null);
  const none: State = { v: 1, of, since: null, begun: null, offset: null };
  const state = parsed.success && parsed.data.of === of ? parsed.data : none;
  const begun = state.begun ?? new Date(Date.now() - MARGIN_MS).toISOString();
  const since = choice.mode === "full" ? null : state.since;
  const names = new LinkNames(call, baseId, tables);
  const title = primaryField(table);

  const listing = {
    // Without fields Airtable would send all of them.
    ...(choice.fields ? { fields: [...new Set([...fields, ...(title ? [title] : [])])].map(({ name }) => name) } : {}),
    ...(since ? { filterByFormula: `IS_AFTER(LAST_MODIFIED_TIME(), "${since}")` } : {}),
  };
  const uriOf = (id: string): string => `https://airtable.com/${choice.name}/${id}`;
  for await (const { records, offset = null } of pagesFrom(call, baseId, table.id, {
    ...listing,
    offset: state.offset,
  })) {
    for (const record of records) yield await messageOf(record, fields, title, names, uriOf(record.id));
    if (offset) yield { type: "state", state: { ...state, begun, offset } satisfies State };
  }
  if (since !== null || state.offset !== null) {
    const few = title ? { fields: [title.name] } : {};
    for await (const { records } of pagesOf(call, baseId, table.id, few))
      yield { type: "unchanged", keys: records.map(({ id }) => id) };
  }
  yield { type: "state", state: { v: 1, of, since: begun, begun: null, offset: null } satisfies State };
  yield { type: "end", complete: true };
}

async function messageOf(
  { id, fields: values }: AirtableRecord,
  fields: readonly Field[],
  title: Field | undefined,
  names: LinkNames,
  uri: string,
): Promise<RecordMessage> {
  const data: Record<string, unknown> = {};
  let updatedAt: Date | undefined;
  for (const field of fields) {
    // Airtable omits empty fields.
    const value = values[field.name];
    const linked = field.type === "multipleRecordLinks" && Array.isArray(value);
    data[field.name] = linked ? await names.of(field, value) : (plainValue(value) ?? null);
    if (field.type === "lastModifiedTime" && typeof value === "string") updatedAt = new Date(value);
  }
  const called = title && plainValue(values[title.name]);
  return {
    type: "record",
    key: id,
    title: typeof called === "string" || typeof called === "number" ? String(called) : guessTitle(data),
    uri,
    ...(updatedAt && !Number.isNaN(updatedAt.getTime()) ? { updatedAt } : {}),
    data,
  };
}
