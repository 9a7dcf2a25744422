import { defineConnector } from "../shared/define-connector";
import { createBigqueryClient } from "./client";
import { toBigqueryError } from "./failure";
import { readBigquery } from "./read";
import { bigquerySettings } from "./settings";
import { discoverBigquery } from "./streams";

export const bigquery = defineConnector({
  id: "bigquery",
  settings: bigquerySettings,
  async check(settings, ctx) {
    const client = await createBigqueryClient(settings, ctx);
    await client.checkQueries();
    await (settings.dataset === undefined
      ? client.listDatasets(undefined)
      : client.listTables(settings.dataset, undefined));
  },
  discover: async (settings, ctx) => discoverBigquery(await createBigqueryClient(settings, ctx), settings),
  read: readBigquery,
  convertError: toBigqueryError,
});
