import {
  type Client,
  type FullDataSourceQueryFilter,
  isFullDataSource,
  isFullPage,
  iterateAllDataSourceRows,
  type PageObjectResponse,
} from "@notionhq/client";
import { ConnectorError } from "../shared/errors";
import { isMissing } from "./client";

/** The stream of pages outside databases. */
export const PAGES = "pages";
/** The field for the body of a page. */
export const CONTENT = "content";

/** `untouched`: unchanged, listed because the search has no filter. */
type ListedPage = { page: PageObjectResponse } | { untouched: string };

/** Lists the pages of a stream. */
export interface PageListing {
  /** The sort order of the listing, from which it can be resumed. */
  order: "created_time" | "last_edited_time";
  /** Pages edited from `since` on, starting at position `at`. */
  list(since: string | null, at: string | null): AsyncIterable<ListedPage>;
  /** All ids, when `list` does not emit them. */
  keys?(): AsyncIterable<string>;
  includes(page: PageObjectResponse): boolean;
  /** False once Notion reported that results were incomplete. */
  isComplete(): boolean;
}

const isInDatabase = ({ parent }: PageObjectResponse): boolean =>
  parent.type === "data_source_id" || parent.type === "database_id";

/** All shared pages, least recently edited first. Notion's search can neither filter by time nor exclude pages. */
export function listLoosePages(notion: Client): PageListing {
  let isComplete = true;
  return {
    order: "last_edited_time",
    includes: (page) => !isInDatabase(page),
    isComplete: () => isComplete,
    async *list(since, at) {
      const start = [since ?? "", at ?? ""].sort().at(-1) ?? "";
      let cursor: string | undefined;
      do {
        const response = await notion.search({
          filter: { property: "object", value: "page" },
          sort: { timestamp: "last_edited_time", direction: "ascending" },
          page_size: 100,
          ...(cursor ? { start_cursor: cursor } : {}),
        });
        for (const page of response.results) {
          if (!isFullPage(page) || isInDatabase(page) || page.in_trash || page.archived) continue;
          yield page.last_edited_time < start ? { untouched: page.id } : { page };
        }
        if (response.request_status?.type === "incomplete") isComplete = false;
        cursor = response.next_cursor ?? undefined;
      } while (cursor);
    },
  };
}

/** The rows of one data source (a table of a database), oldest first, across all windows. */
export async function listDatabaseRows(
  notion: Client,
  id: string,
  fields: readonly string[] | undefined,
): Promise<PageListing> {
  const source = await notion.dataSources.retrieve({ data_source_id: id }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    const message =
      "This database no longer exists in Notion, or it isn't shared with the integration. Refresh the streams.";
    throw new ConnectorError("vanished", message);
  });
  const missing = (fields ?? []).filter((name) => name !== CONTENT && !Object.hasOwn(source.properties, name));
  if (missing.length > 0) {
    const message = `The database no longer has ${new Intl.ListFormat("en").format(missing.map((name) => `“${name}”`))}. Choose this stream's fields again.`;
    throw new ConnectorError("vanished", message);
  }
  const title = Object.values(source.properties).find(({ type }) => type === "title")?.id;
  return {
    order: "created_time",
    includes: ({ parent }) => parent.type === "data_source_id" && parent.data_source_id === id,
    isComplete: () => true,
    async *list(since, at) {
      const filter: FullDataSourceQueryFilter = {
        and: [
          ...(since ? [{ timestamp: "last_edited_time" as const, last_edited_time: { on_or_after: since } }] : []),
          ...(at ? [{ timestamp: "created_time" as const, created_time: { on_or_after: at } }] : []),
        ],
      };
      const args = { data_source_id: id, page_size: 100, ...(since || at ? { filter } : {}) };
      for await (const page of iterateAllDataSourceRows(notion, args))
        if (isFullPage(page) && !page.in_trash && !page.archived) yield { page };
    },
    async *keys() {
      const titleOnly = title ? { filter_properties: [title] } : {};
      for await (const page of iterateAllDataSourceRows(notion, { data_source_id: id, page_size: 100, ...titleOnly }))
        if (page.object === "page" && !(isFullPage(page) && (page.in_trash || page.archived))) yield page.id;
    },
  };
}

/** Every data source shared with the integration. */
export async function* listDataSources(notion: Client) {
  let cursor: string | undefined;
  do {
    const response = await notion.search({
      filter: { property: "object", value: "data_source" },
      page_size: 100,
      ...(cursor ? { start_cursor: cursor } : {}),
    });
    for (const source of response.results) if (isFullDataSource(source) && !source.in_trash) yield source;
    cursor = response.next_cursor ?? undefined;
  } while (cursor);
}
