import { defineConnector } from "../shared/define-connector";
import { ConnectorError } from "../shared/errors";
import { readWebsite, retryWebsitePages } from "./read";
import { websiteSettings } from "./settings";
import { openSite } from "./start";

const fields = ["url", "title", "description", "language", "text"].map((name) => ({ name, type: "text" }));

/** The pages of one host, from its sitemap or by following links. */
export const website = defineConnector({
  id: "website",
  settings: websiteSettings,
  async check(settings, ctx) {
    const { visitor, address } = await openSite(settings, ctx);
    const visit = await visitor.visit(address);
    if (visit.kind === "page" || visit.kind === "file" || /\.(xml|xml\.gz|txt)$/i.test(new URL(address).pathname))
      return;
    throw new ConnectorError("settings", `${address} isn't a readable page.`, { field: "url" });
  },
  discover: async () => [
    { name: "pages", title: "Pages", fields, primaryKeys: ["url"], cursorFields: [], modes: ["full", "incremental"] },
  ],
  read: readWebsite,
  retry: retryWebsitePages,
});
