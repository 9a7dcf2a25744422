import { apiKeys } from "../../platform/db/tables/api-keys";
import { defineResource } from "../references/resource";

/** API keys belong to an account, not to a team. */
export const apiKeyResource = defineResource({
  kind: "apikey",
  table: apiKeys,
  called: "This API key",
  references: {},
});
