import { defineConnector } from "../shared/define-connector";
import { openBigquery } from "./client";
import { bigqueryFailure } from "./failure";
import { readBigquery } from "./read";
import { bigquerySettings } from "./settings";
import { discoverBigquery } from "./streams";

export const bigquery = defineConnector({
  id: "bigquery",
  settings: bigquerySettings,
  async check(settings, ctx) {
    const opened = await openBigquery(settings, ctx);
    await opened.tryOut();
    await (settings.dataset === undefined ? opened.datasets(undefined) : opened.tables(settings.dataset, undefined));
  },
  discover: async (settings, ctx) => discoverBigquery(await openBigquery(settings, ctx), settings),
  read: readBigquery,
  failureOf: bigqueryFailure,
});
