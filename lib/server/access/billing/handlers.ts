import { billing as contract } from "@/lib/contract/billing/schemas";
import { readText } from "../../platform/http/body/read-body";
import { limitStripe } from "../auth/rate-limits";
import { implement } from "../calls/implement";
import { stripeIsSetUp } from "../plans/plan-in-force";
import { viewBilling } from "./billing-view";
import { changePlan, returnAddress } from "./change-plan";
import { customerFor, paymentMethodOf } from "./customer";
import { readiness } from "./readiness";
import { callStripe, requireSetUp } from "./stripe/stripe-client";
import { syncBilling } from "./stripe-sync";
import { receiveEvent } from "./stripe-webhook";

const eventMaxBytes = 1024 * 1024;

implement(contract, {
  get: async ({ ctx: { db, team }, query }) => {
    // The event for the payment may be delayed or lost.
    if (query.checkout && stripeIsSetUp()) {
      await limitStripe(team.orgId);
      await callStripe(() => syncBilling(db, team.orgId));
    }
    return viewBilling(db, team.orgId);
  },
  ready: async () => {
    const { ready, missing } = await readiness();
    return { ready, missing };
  },
  hasPaymentMethod: async ({ ctx: { db, team } }) => {
    if (!stripeIsSetUp()) return { ok: false };
    await limitStripe(team.orgId);
    return paymentMethodOf(db, team.orgId);
  },
  portalLink: async ({ ctx: { db, team, teamId, requireRights } }) => {
    requireSetUp();
    const customer = await customerFor(db, team.orgId);
    await requireRights();
    const { url } = await callStripe(({ billingPortal }) =>
      billingPortal.sessions.create({ customer, return_url: returnAddress(teamId, "&checkout=back") }),
    );
    return { url };
  },
  planConfirm: ({ ctx: { db, team, teamId, requireRights }, body }) =>
    changePlan({ db, orgId: team.orgId, teamId, requireRights }, body),
  webhook: async ({ ctx: { db, request } }) => {
    await receiveEvent(db, await readText(request, eventMaxBytes), request.headers.get("stripe-signature"));
    return {};
  },
});
