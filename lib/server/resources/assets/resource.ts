import { assets } from "../../platform/db/tables/assets";
import { defineResource } from "../references/resource";

export const assetResource = defineResource({ kind: "asset", table: assets, called: "This image", references: {} });
