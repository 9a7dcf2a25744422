import { z } from "zod";
import { guessTitle } from "../../parsing/shared/record-text";
import type { ConnectorContext, Message, RecordMessage, StreamChoice } from "../shared/types";
import { type AirtableSettings, createAirtableCall } from "./client";
import { type AirtableRecord, LinkNames, listPages, listPagesFrom, toPlainValue } from "./records";
import { type Field, findPrimaryField, findTable } from "./schema";

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
  storedState: unknown,
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const call = createAirtableCall(settings, ctx);
  const { baseId, table, tables, fields } = await findTable(call, choice.name, choice.fields);
  const parsed = stateSchema.safeParse(storedState);
  const fingerprint = JSON.stringify(choice.fields ?? null);
  const initial: State = { v: 1, of: fingerprint, since: null, begun: null, offset: null };
  const state = parsed.success && parsed.data.of === fingerprint ? parsed.data : initial;
  const startedAt = state.begun ?? new Date(Date.now() - MARGIN_MS).toISOString();
  const since = choice.mode === "full" ? null : state.since;
  const names = new LinkNames(call, baseId, tables);
  const title = findPrimaryField(table);

  const listing = {
    // Without fields Airtable would send all of them.
    ...(choice.fields ? { fields: [...new Set([...fields, ...(title ? [title] : [])])].map(({ name }) => name) } : {}),
    ...(since ? { filterByFormula: `IS_AFTER(LAST_MODIFIED_TIME(), "${since}")` } : {}),
  };
  const toUri = (id: string): string => `https://airtable.com/${choice.name}/${id}`;
  for await (const { records, offset = null } of listPagesFrom(call, baseId, table.id, {
    ...listing,
    offset: state.offset,
  })) {
    for (const record of records) yield await toRecordMessage(record, fields, title, names, toUri(record.id));
    if (offset) yield { type: "state", state: { ...state, begun: startedAt, offset } satisfies State };
  }
  if (since !== null || state.offset !== null) {
    const titleOnly = title ? { fields: [title.name] } : {};
    for await (const { records } of listPages(call, baseId, table.id, titleOnly))
      yield { type: "unchanged", keys: records.map(({ id }) => id) };
  }
  yield {
    type: "state",
    state: { v: 1, of: fingerprint, since: startedAt, begun: null, offset: null } satisfies State,
  };
  yield { type: "end", complete: true };
}

async function toRecordMessage(
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
    data[field.name] = linked ? await names.findNames(field, value) : (toPlainValue(value) ?? null);
    if (field.type === "lastModifiedTime" && typeof value === "string") updatedAt = new Date(value);
  }
  const titleValue = title && toPlainValue(values[title.name]);
  return {
    type: "record",
    key: id,
    title: typeof titleValue === "string" || typeof titleValue === "number" ? String(titleValue) : guessTitle(data),
    uri,
    ...(updatedAt && !Number.isNaN(updatedAt.getTime()) ? { updatedAt } : {}),
    data,
  };
}
