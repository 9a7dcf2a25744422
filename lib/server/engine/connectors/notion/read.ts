import type { Client, PageObjectResponse } from "@notionhq/client";
import { z } from "zod";
import { recordText } from "../../parsing/shared/record-text";
import { ConnectorError } from "../shared/errors";
import { connectorFailure } from "../shared/failure";
import type { ConnectorContext, Message, StreamChoice } from "../shared/types";
import { pageText } from "./blocks";
import { isMissing, type NotionSettings, notionClient, notionFailure } from "./client";
import { propertyValue, titleOf } from "./properties";
import { CONTENT, databaseRows, loosePages, PAGES, type Source } from "./sources";

/** Tolerance for clock skew and Notion's minute precision: edits in this interval before a read are read again. */
const MARGIN_MS = 10 * 60_000;
const KEYS_AT_ONCE = 200;
const MAX_AGAIN = 200;

const stateSchema = z.object({
  v: z.literal(1),
  /** The selected fields; when they change, everything is read again. */
  of: z.string(),
  since: z.string().nullable(),
  /** When this read started; null: the previous read has finished. */
  begun: z.string().nullable(),
  at: z.string().nullable(),
  /** Pages that could not be read, to be retried by the next read. */
  again: z.array(z.string()),
});
type State = z.infer<typeof stateSchema>;

const sourceOf = async (notion: Client, { name, fields }: StreamChoice): Promise<Source> =>
  name === PAGES ? loosePages(notion) : databaseRows(notion, name, fields);

export async function* readNotion(
  settings: NotionSettings,
  choice: StreamChoice,
  kept: unknown,
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const notion = notionClient(settings, ctx);
  const source = await sourceOf(notion, choice);
  const parsed = stateSchema.safeParse(kept);
  const of = JSON.stringify(choice.fields ?? null);
  const none: State = { v: 1, of, since: null, begun: null, at: null, again: [] };
  const state = parsed.success && parsed.data.of === of ? parsed.data : none;
  const begun = state.begun ?? new Date(Date.now() - MARGIN_MS).toISOString();
  const since = choice.mode === "full" ? null : state.since;
  const failed = new Set<string>();
  const read = async function* (page: PageObjectResponse): AsyncGenerator<Message> {
    const message = await messageOf(notion, page, choice);
    if (message?.type === "failed") failed.add(page.id);
    if (message) yield message;
  };
  const again = async function* (): AsyncGenerator<Message> {
    for (const id of state.again) {
      const page = await retrieved(notion, id);
      if (page && source.belongs(page)) yield* read(page);
    }
  };
  const stateAt = (at: string): State => {
    const open = [...new Set([...state.again, ...failed])];
    return { v: 1, of, since: state.since, begun, at, again: open.slice(0, MAX_AGAIN) };
  };

  yield* again();
  let untouched: string[] = [];
  for await (const listed of source.list(since, state.at)) {
    if ("untouched" in listed) {
      untouched.push(listed.untouched);
      if (untouched.length < KEYS_AT_ONCE) continue;
      yield { type: "unchanged", keys: untouched };
      untouched = [];
      continue;
    }
    yield* read(listed.page);
    yield { type: "state", state: stateAt(listed.page[source.order]) };
  }
  if (source.keys && (since !== null || state.at !== null))
    for await (const key of source.keys()) {
      untouched.push(key);
      if (untouched.length < KEYS_AT_ONCE) continue;
      yield { type: "unchanged", keys: untouched };
      untouched = [];
    }
  if (untouched.length > 0) yield { type: "unchanged", keys: untouched };
  const next: State = { v: 1, of, since: begun, begun: null, at: null, again: [...failed].slice(0, MAX_AGAIN) };
  yield { type: "state", state: next };
  yield { type: "end", complete: source.whole() };
}

/** A page with its text, or why it could not be read; null when it was deleted in the meantime. */
async function messageOf(
  notion: Client,
  page: PageObjectResponse,
  { name, fields }: StreamChoice,
): Promise<Message | null> {
  const common = { key: page.id, title: titleOf(page), uri: page.url };
  try {
    const wanted = Object.entries(page.properties).filter(
      ([field]) => name !== PAGES && (!fields || fields.includes(field)),
    );
    const data = Object.fromEntries(wanted.map(([field, property]) => [field, propertyValue(property)]));
    const body = !fields || fields.includes(CONTENT) ? await pageText(notion, page.id) : "";
    const text = [recordText(data), body].filter(Boolean).join("\n\n");
    const updatedAt = new Date(page.last_edited_time);
    return { type: "record", ...common, updatedAt, data: name === PAGES ? null : data, text };
  } catch (error) {
    if (isMissing(error)) return null;
    const failure = notionFailure(error) ?? connectorFailure(error, []);
    if (failure.retryable || failure.kind === "credentials" || failure.kind === "refused") throw error;
    return { type: "failed", ...common, error: failure };
  }
}

/** Retries pages that could not be read. */
export async function* againFromNotion(
  settings: NotionSettings,
  choice: StreamChoice,
  keys: string[],
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const notion = notionClient(settings, ctx);
  const source = await sourceOf(notion, choice);
  for (const key of keys) {
    const page = await retrieved(notion, key);
    const message = page && source.belongs(page) ? await messageOf(notion, page, choice) : null;
    yield message ?? { type: "deleted", key };
  }
}

async function retrieved(notion: Client, id: string): Promise<PageObjectResponse | null> {
  try {
    const page = await notion.pages.retrieve({ page_id: id });
    return "properties" in page && !page.in_trash && !page.archived ? page : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Listings may omit recent edits, so each page is requested individually. */
export async function goneFromNotion(
  settings: NotionSettings,
  choice: StreamChoice,
  keys: string[],
  ctx: ConnectorContext,
): Promise<string[]> {
  const notion = notionClient(settings, ctx);
  const source = await sourceOf(notion, { ...choice, fields: [] }).catch((error: unknown) => {
    if (error instanceof ConnectorError && error.kind === "vanished") return null;
    throw error;
  });
  const gone: string[] = [];
  for (const key of keys) {
    const page = await retrieved(notion, key);
    if (!page || source?.belongs(page) === false) gone.push(key);
  }
  return gone;
}
