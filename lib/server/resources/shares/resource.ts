import { toAuditFields } from "../../access/audit/fields";
import { shareLinks } from "../../platform/db/tables/shares";
import { defineResource, reference } from "../references/resource";

export const shareResource = defineResource({
  kind: "share",
  table: shareLinks,
  called: "This link",
  references: {
    appId: reference("app", { onDelete: "cascade" }),
    publicationId: reference("publication", { onDelete: "cascade" }),
    iconId: reference("asset", { onDelete: "clear" }),
  },
  /** Without usage counters. */
  audit({ expires, passwordHash: password, displayName: name, ...row }) {
    const { appId, visitorMessages, linkMessages, iconId, accent, welcomeText } = row;
    const limits = { expires: expires?.toISOString() ?? null, visitorMessages, linkMessages, password };
    const exact = { appId, ...limits, name, iconId, accent, welcomeText };
    return { shown: toAuditFields(exact), exact };
  },
});
