import { defineConnector } from "../shared/define-connector";
import { createHubspotClient } from "./client";
import { toHubspotError } from "./failure";
import { readHubspot } from "./read";
import { hubspotSettings } from "./settings";
import { discoverHubspot } from "./streams";

export const hubspot = defineConnector({
  id: "hubspot",
  settings: hubspotSettings,
  async check(settings, ctx) {
    const client = await createHubspotClient(settings, ctx);
    await client.account();
  },
  discover: async (settings, ctx) => discoverHubspot(await createHubspotClient(settings, ctx)),
  read: readHubspot,
  convertError: toHubspotError,
});
