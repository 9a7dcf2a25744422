import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { anyMember, publicWrite, teamRead, teamWrite } from "../base/policy-presets";
import { billing as calls } from "./calls";

/** None of these with an API key: purchases need a person. */
export const billing = withPolicies(calls, {
  get: { ...teamRead(anyMember), apiKeys: false, waits: true },
  ready: { ...teamRead(anyMember), apiKeys: false, waits: true },
  hasPaymentMethod: { ...teamRead(anyMember), apiKeys: false, waits: true },
  portalLink: {
    ...teamWrite(Permission.ORG_OWNER, {
      none: "It changes nothing here. Stripe reports changes made on its pages.",
    }),
    apiKeys: false,
    waits: true,
  },
  planConfirm: { ...teamWrite(Permission.ORG_OWNER, { edits: "orgPlanOrder" }), apiKeys: false, waits: "elsewhere" },
  webhook: {
    ...publicWrite({}, { none: "Stripe sends it, not a member. Stripe's own log records it." }),
    apiKeys: true,
    ownBody: true,
    waits: true,
  },
});
