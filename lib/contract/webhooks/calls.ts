import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

const readPath = "/:resourceSlug/publication/:publicationId";
const path = "/:resourceSlug/forms/publication/:publicationId";

export const webhooks = defineCalls<typeof shapes>()("webhooks", {
  receive: {
    method: "POST",
    path: "/hooks/:publicationId",
    raw: true,
    summary: "Send an event to a publication's webhook, which starts a run",
  },
  get: {
    method: "GET",
    path: `${readPath}/webhook.json`,
    summary: "Get the settings of a publication's webhook, and the last payload",
  },
  edit: {
    method: "POST",
    path: `${path}/webhook`,
    summary: "Update the mapping, mode and callback URL of a publication's webhook",
  },
  deliveries: {
    method: "GET",
    path: `${readPath}/deliveries.json`,
    summary: "List the events that a publication's webhook has received",
  },
  payload: {
    method: "GET",
    path: "/:resourceSlug/delivery/:webhookDeliveryId.json",
    summary: "Get the payload of a webhook event",
  },
  resend: {
    method: "POST",
    path: `${path}/delivery/:webhookDeliveryId/resend`,
    summary: "Rerun a received event with the current mapping",
  },
  callbacks: {
    method: "GET",
    path: `${readPath}/callbacks.json`,
    summary: "List the callbacks that report ended runs",
  },
  resendCallback: {
    method: "POST",
    path: `${path}/callback/:webhookCallbackId/resend`,
    summary: "Resend a callback",
  },
});
