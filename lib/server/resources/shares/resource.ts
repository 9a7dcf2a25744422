import { shareLinks } from "../../platform/db/tables/shares";
import { defineResource, reference } from "../references/resource";

export const shareResource = defineResource({
  kind: "share",
  table: shareLinks,
  called: "This link",
  references: { appId: reference("app", { onDelete: "cascade" }) },
  /** Without usage counters. */
  audit({ appId, expires, visitorMessages, linkMessages }) {
    const limits = { appId, expires: expires?.toISOString() ?? null, visitorMessages, linkMessages };
    return { shown: limits, exact: limits };
  },
});
