import type { DataSourceObjectResponse } from "@notionhq/client";
import { defineConnector } from "../shared/define-connector";
import { ConnectorError } from "../shared/errors";
import type { DiscoveredStream } from "../shared/types";
import { createNotionClient, notionSettings, toNotionError } from "./client";
import { findDeletedPages, readNotion, retryNotionPages } from "./read";
import { toPlainText } from "./rich-text";
import { CONTENT, listDataSources, PAGES } from "./sources";

const content = { name: CONTENT, type: "blocks" };
const common: Pick<DiscoveredStream, "primaryKeys" | "cursorFields" | "modes"> = {
  primaryKeys: ["id"],
  cursorFields: ["last_edited_time"],
  modes: ["full", "incremental"],
};

const toDiscoveredStream = ({ id, title, properties }: DataSourceObjectResponse): DiscoveredStream => ({
  name: id,
  title: toPlainText(title) || "Untitled database",
  fields: [...Object.values(properties).map(({ name, type }) => ({ name, type })), content],
  ...common,
});

/** Pages and databases that are shared with an integration. */
export const notion = defineConnector({
  id: "notion",
  settings: notionSettings,
  convertError: toNotionError,
  async check(settings, ctx) {
    const client = createNotionClient(settings, ctx);
    const { results } = await client.search({ page_size: 1 });
    if (results.length > 0) return;
    const message =
      "The token is valid, but no page is shared with the integration yet. In Notion, open a page → ••• → Connections and add it.";
    throw new ConnectorError("permission", message);
  },
  async discover(settings, ctx) {
    const streams: DiscoveredStream[] = [
      { name: PAGES, title: "Pages outside databases", fields: [content], ...common },
    ];
    for await (const source of listDataSources(createNotionClient(settings, ctx)))
      streams.push(toDiscoveredStream(source));
    return streams;
  },
  read: readNotion,
  retry: retryNotionPages,
  findDeleted: findDeletedPages,
});
