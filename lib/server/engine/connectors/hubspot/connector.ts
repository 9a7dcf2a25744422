import { defineConnector } from "../shared/define-connector";
import { openHubspot } from "./client";
import { hubspotFailure } from "./failure";
import { readHubspot } from "./read";
import { hubspotSettings } from "./settings";
import { discoverHubspot } from "./streams";

export const hubspot = defineConnector({
  id: "hubspot",
  settings: hubspotSettings,
  async check(settings, ctx) {
    const opened = await openHubspot(settings, ctx);
    await opened.account();
  },
  discover: async (settings, ctx) => discoverHubspot(await openHubspot(settings, ctx)),
  read: readHubspot,
  failureOf: hubspotFailure,
});
