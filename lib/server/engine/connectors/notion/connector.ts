import type { DataSourceObjectResponse } from "@notionhq/client";
import { defineConnector } from "../shared/define-connector";
import { ConnectorError } from "../shared/errors";
import type { DiscoveredStream } from "../shared/types";
import { notionClient, notionFailure, notionSettings } from "./client";
import { againFromNotion, goneFromNotion, readNotion } from "./read";
import { plainOf } from "./rich-text";
import { CONTENT, dataSources, PAGES } from "./sources";

const content = { name: CONTENT, type: "blocks" };
const common: Pick<DiscoveredStream, "primaryKeys" | "cursorFields" | "modes"> = {
  primaryKeys: ["id"],
  cursorFields: ["last_edited_time"],
  modes: ["full", "incremental"],
};

const streamOf = ({ id, title, properties }: DataSourceObjectResponse): DiscoveredStream => ({
  name: id,
  title: plainOf(title) || "Untitled database",
  fields: [...Object.values(properties).map(({ name, type }) => ({ name, type })), content],
  ...common,
});

/** Pages and databases that are shared with an integration. */
export const notion = defineConnector({
  id: "notion",
  settings: notionSettings,
  failureOf: notionFailure,
  async check(settings, ctx) {
    const client = notionClient(settings, ctx);
    const { results } = await client.search({ page_size: 1 });
    if (results.length > 0) return;
    const says =
      "The token works, but no page is shared with the integration yet. In Notion, open a page → ••• → Connections and add it.";
    throw new ConnectorError("permission", says);
  },
  async discover(settings, ctx) {
    const streams: DiscoveredStream[] = [
      { name: PAGES, title: "Pages outside of databases", fields: [content], ...common },
    ];
    for await (const source of dataSources(notionClient(settings, ctx))) streams.push(streamOf(source));
    return streams;
  },
  read: readNotion,
  again: againFromNotion,
  gone: goneFromNotion,
});
