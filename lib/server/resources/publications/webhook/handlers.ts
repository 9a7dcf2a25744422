import { webhooks as contract } from "@/lib/contract/webhooks/schemas";
import { implement } from "../../../access/calls/implement";
import { resendCallback } from "./callback-rows";
import { listCallbacks, listDeliveries, readPayload, viewWebhook } from "./queries";
import { receiveEvent } from "./receive";
import { resendDelivery } from "./resend";
import { updateWebhook } from "./settings";

implement(contract, {
  receive: ({ ctx, params, query }) => receiveEvent(ctx.db, params.publicationId, ctx.request, query.mode),
  get: async ({ ctx, params }) => ({ webhook: await viewWebhook(ctx.db, ctx, params.publicationId) }),
  edit: async ({ ctx, params, body }) => {
    await ctx.write((tx) => updateWebhook(tx, ctx, params.publicationId, body));
    return {};
  },
  deliveries: ({ ctx, params, query }) => listDeliveries(ctx.db, ctx, params.publicationId, query),
  payload: async ({ ctx, params }) => ({ payload: await readPayload(ctx.db, ctx, params.webhookDeliveryId) }),
  resend: ({ ctx, params }) =>
    ctx.write((tx) => resendDelivery(tx, ctx, params.publicationId, params.webhookDeliveryId)),
  callbacks: ({ ctx, params, query }) => listCallbacks(ctx.db, ctx, params.publicationId, query),
  resendCallback: async ({ ctx, params }) => {
    await ctx.write((tx) => resendCallback(tx, ctx, params.publicationId, params.webhookCallbackId));
    return {};
  },
});
