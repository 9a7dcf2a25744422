import { apiKeys } from "../../platform/db/tables/api-keys";
import { defineResource } from "../references/resource";

/** Belongs to an account, across its teams. */
export const apiKeyResource = defineResource({
  kind: "apikey",
  table: apiKeys,
  called: "This API key",
  references: {},
});
