import { models } from "../../platform/db/tables/models";
import { defineResource, reference } from "../references/resource";

export const modelResource = defineResource({
  kind: "model",
  table: models,
  references: { providerId: reference("provider", { onDelete: "clear", lock: true }) },
});
