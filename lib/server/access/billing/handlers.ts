import { billing as contract } from "@/lib/contract/billing/schemas";
import { readText } from "../../platform/http/body/read-body";
import { limitStripe } from "../auth/rate-limits";
import { implement } from "../calls/implement";
import { isStripeConfigured } from "../plans/effective-plan";
import { viewBilling } from "./billing-view";
import { buildReturnUrl, changePlan } from "./change-plan";
import { ensureCustomer, findPaymentMethod } from "./customer";
import { getReadiness } from "./readiness";
import { callStripe, requireSetUp } from "./stripe/stripe-client";
import { syncBilling } from "./stripe-sync";
import { receiveEvent } from "./stripe-webhook";

const eventMaxBytes = 1024 * 1024;

implement(contract, {
  get: async ({ ctx, query }) => {
    // The event for the payment may be delayed or lost.
    if (query.checkout && isStripeConfigured()) {
      await limitStripe(ctx.team.orgId);
      await callStripe(() => syncBilling(ctx, ctx.team.orgId));
    }
    return viewBilling(ctx.db, ctx.team.orgId);
  },
  ready: async () => {
    const { ready, missing } = await getReadiness();
    return { ready, missing };
  },
  hasPaymentMethod: async ({ ctx: { db, team } }) => {
    if (!isStripeConfigured()) return { ok: false };
    await limitStripe(team.orgId);
    return findPaymentMethod(db, team.orgId);
  },
  portalLink: async ({ ctx }) => {
    requireSetUp();
    const customer = await ensureCustomer(ctx, ctx.team.orgId);
    await ctx.requireRights();
    const { url } = await callStripe(({ billingPortal }) =>
      billingPortal.sessions.create({ customer, return_url: buildReturnUrl(ctx.teamId, "&checkout=back") }),
    );
    return { url };
  },
  planConfirm: ({ ctx: { db, write, team, teamId, requireRights }, body }) =>
    changePlan({ db, write, orgId: team.orgId, teamId, requireRights }, body),
  webhook: async ({ ctx: { db, request } }) => {
    await receiveEvent(db, await readText(request, eventMaxBytes), request.headers.get("stripe-signature"));
    return {};
  },
});
