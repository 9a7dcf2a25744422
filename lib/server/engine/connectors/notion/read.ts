import type { Client, PageObjectResponse } from "@notionhq/client";
import { z } from "zod";
import { toRecordText } from "../../parsing/shared/record-text";
import { ConnectorError } from "../shared/errors";
import { toConnectorError } from "../shared/failure";
import type { ConnectorContext, Message, StreamChoice } from "../shared/types";
import { renderPage } from "./blocks";
import { createNotionClient, isMissing, type NotionSettings, toNotionError } from "./client";
import { findTitle, toJsonValue } from "./properties";
import { CONTENT, listDatabaseRows, listLoosePages, PAGES, type PageListing } from "./sources";

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

const openListing = async (notion: Client, { name, fields }: StreamChoice): Promise<PageListing> =>
  name === PAGES ? listLoosePages(notion) : listDatabaseRows(notion, name, fields);

export async function* readNotion(
  settings: NotionSettings,
  choice: StreamChoice,
  storedState: unknown,
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const notion = createNotionClient(settings, ctx);
  const source = await openListing(notion, choice);
  const parsed = stateSchema.safeParse(storedState);
  const fingerprint = JSON.stringify(choice.fields ?? null);
  const initial: State = { v: 1, of: fingerprint, since: null, begun: null, at: null, again: [] };
  const state = parsed.success && parsed.data.of === fingerprint ? parsed.data : initial;
  const startedAt = state.begun ?? new Date(Date.now() - MARGIN_MS).toISOString();
  const since = choice.mode === "full" ? null : state.since;
  const failed = new Set<string>();
  const readPage = async function* (page: PageObjectResponse): AsyncGenerator<Message> {
    const message = await toMessage(notion, page, choice);
    if (message?.type === "failed") failed.add(page.id);
    if (message) yield message;
  };
  const retryFailed = async function* (): AsyncGenerator<Message> {
    for (const id of state.again) {
      const page = await findPage(notion, id);
      if (page && source.includes(page)) yield* readPage(page);
    }
  };
  const toState = (at: string): State => {
    const retryIds = [...new Set([...state.again, ...failed])];
    return { v: 1, of: fingerprint, since: state.since, begun: startedAt, at, again: retryIds.slice(0, MAX_AGAIN) };
  };

  yield* retryFailed();
  let unchangedIds: string[] = [];
  for await (const listed of source.list(since, state.at)) {
    if ("untouched" in listed) {
      unchangedIds.push(listed.untouched);
      if (unchangedIds.length < KEYS_AT_ONCE) continue;
      yield { type: "unchanged", keys: unchangedIds };
      unchangedIds = [];
      continue;
    }
    yield* readPage(listed.page);
    yield { type: "state", state: toState(listed.page[source.order]) };
  }
  if (source.keys && (since !== null || state.at !== null))
    for await (const key of source.keys()) {
      unchangedIds.push(key);
      if (unchangedIds.length < KEYS_AT_ONCE) continue;
      yield { type: "unchanged", keys: unchangedIds };
      unchangedIds = [];
    }
  if (unchangedIds.length > 0) yield { type: "unchanged", keys: unchangedIds };
  const next: State = {
    v: 1,
    of: fingerprint,
    since: startedAt,
    begun: null,
    at: null,
    again: [...failed].slice(0, MAX_AGAIN),
  };
  yield { type: "state", state: next };
  yield { type: "end", complete: source.isComplete() };
}

/** A page with its text, or why it could not be read; null when it was deleted in the meantime. */
async function toMessage(
  notion: Client,
  page: PageObjectResponse,
  { name, fields }: StreamChoice,
): Promise<Message | null> {
  const common = { key: page.id, title: findTitle(page), uri: page.url };
  try {
    const selected = Object.entries(page.properties).filter(
      ([field]) => name !== PAGES && (!fields || fields.includes(field)),
    );
    const data = Object.fromEntries(selected.map(([field, property]) => [field, toJsonValue(property)]));
    const body = !fields || fields.includes(CONTENT) ? await renderPage(notion, page.id) : "";
    const text = [toRecordText(data), body].filter(Boolean).join("\n\n");
    const updatedAt = new Date(page.last_edited_time);
    return { type: "record", ...common, updatedAt, data: name === PAGES ? null : data, text };
  } catch (error) {
    if (isMissing(error)) return null;
    const connectorError = toNotionError(error) ?? toConnectorError(error, []);
    if (connectorError.retryable || connectorError.kind === "credentials" || connectorError.kind === "refused")
      throw error;
    return { type: "failed", ...common, error: connectorError };
  }
}

/** Retries pages that could not be read. */
export async function* retryNotionPages(
  settings: NotionSettings,
  choice: StreamChoice,
  keys: string[],
  ctx: ConnectorContext,
): AsyncGenerator<Message> {
  const notion = createNotionClient(settings, ctx);
  const source = await openListing(notion, choice);
  for (const key of keys) {
    const page = await findPage(notion, key);
    const message = page && source.includes(page) ? await toMessage(notion, page, choice) : null;
    yield message ?? { type: "deleted", key };
  }
}

async function findPage(notion: Client, id: string): Promise<PageObjectResponse | null> {
  try {
    const page = await notion.pages.retrieve({ page_id: id });
    return "properties" in page && !page.in_trash && !page.archived ? page : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Listings may omit recent edits, so each page is requested individually. */
export async function findDeletedPages(
  settings: NotionSettings,
  choice: StreamChoice,
  keys: string[],
  ctx: ConnectorContext,
): Promise<string[]> {
  const notion = createNotionClient(settings, ctx);
  const source = await openListing(notion, { ...choice, fields: [] }).catch((error: unknown) => {
    if (error instanceof ConnectorError && error.kind === "vanished") return null;
    throw error;
  });
  const deleted: string[] = [];
  for (const key of keys) {
    const page = await findPage(notion, key);
    if (!page || source?.includes(page) === false) deleted.push(key);
  }
  return deleted;
}
