import { createHmac, randomUUID } from "node:crypto";
import type { WebhookPreset } from "@/lib/constants/publications";
import { type WebhookDelivery, webhooks } from "@/lib/contract/webhooks/schemas";
import { callAs, expectOk, newPerson, type Person, type Reply, send } from "./client";
import { ofPublication, type Published, publish } from "./publications";

export interface Hook extends Published {
  secret: string;
  preset: WebhookPreset;
}

/** A publication with a webhook whose secret the sender has issued. */
export async function newHook(
  preset: WebhookPreset = "standard",
  { person, body = {}, appId }: { person?: Person; body?: object; appId?: string } = {},
): Promise<Hook> {
  const secret = preset === "standard" ? `whsec_${Buffer.from(randomUUID()).toString("base64")}` : `s-${randomUUID()}`;
  const form = { ways: { webhook: { preset, secret } }, rate: 10_000, concurrency: 100, ...body };
  const published = await publish(person ?? (await newPerson()), form, appId);
  return { ...published, secret, preset };
}

const hex = (key: string | Buffer, text: string): string => createHmac("sha256", key).update(text).digest("hex");
const now = (): number => Math.floor(Date.now() / 1_000);

interface Signing {
  secret: string;
  body: string;
  id?: string;
  /** Seconds since 1970. */
  at?: number;
}

/** The headers that each sender sends, by its own documentation. */
export const senders: Record<WebhookPreset, (signing: Signing) => Record<string, string>> = {
  standard({ secret, body, id = `msg_${randomUUID()}`, at = now() }) {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    const signature = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
    return { "webhook-id": id, "webhook-timestamp": `${at}`, "webhook-signature": `v1,${signature}` };
  },
  github: ({ secret, body, id = randomUUID() }) => ({
    "x-github-event": "issues",
    "x-github-delivery": id,
    "x-hub-signature-256": `sha256=${hex(secret, body)}`,
  }),
  stripe: ({ secret, body, at = now() }) => ({
    "stripe-signature": `t=${at},v1=${hex("another", body)},v1=${hex(secret, `${at}.${body}`)},v0=00`,
  }),
  slack: ({ secret, body, at = now() }) => ({
    "x-slack-request-timestamp": `${at}`,
    "x-slack-signature": `v0=${hex(secret, `v0:${at}:${body}`)}`,
  }),
  gitlab: ({ secret, id = randomUUID() }) => ({
    "x-gitlab-event": "Push Hook",
    "x-gitlab-event-uuid": id,
    "x-gitlab-token": secret,
  }),
  bearer: ({ secret, id = randomUUID() }) => ({ authorization: `Bearer ${secret}`, "idempotency-key": id }),
};

export interface Event {
  body?: unknown;
  id?: string | undefined;
  at?: number | undefined;
  secret?: string;
  headers?: Record<string, string>;
  query?: string;
}

/** Sends an event as its sender does. */
export function deliver(hook: Hook, { body = { message: "Hello" }, query = "", ...event }: Event = {}): Promise<Reply> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { id, at, secret = hook.secret } = event;
  const signing = { secret, body: text, ...(id && { id }), ...(at && { at }) };
  const headers = { ...senders[hook.preset](signing), ...event.headers };
  return send("POST", `/hooks/${hook.publicationId}${query}`, text, { headers });
}

/** An event with an id where each sender has it. */
export const eventOf = (preset: WebhookPreset, id: string, message = "Hello") => ({
  id,
  body: { message, ...(preset === "stripe" && { id }), ...(preset === "slack" && { event_id: id }) },
});

export const sessionIdOf = ({ body }: Reply): string => String(body.url).split("/").at(-1) ?? "";

export const changeWebhook = (hook: Hook, body: object, as: Pick<Person, "token"> = hook.person) =>
  callAs(webhooks.edit, {
    ...ofPublication({ ...hook.person, token: as.token }, hook.publicationId),
    body: { ...body },
  });

export async function readDeliveries(hook: Hook): Promise<WebhookDelivery[]> {
  const of = ofPublication(hook.person, hook.publicationId);
  const { deliveries } = await expectOk(callAs(webhooks.deliveries, { ...of, query: { limit: 100 } }));
  return deliveries as WebhookDelivery[];
}

export const resend = (hook: Hook, webhookDeliveryId: string) => {
  const { token, params } = ofPublication(hook.person, hook.publicationId);
  return callAs(webhooks.resend, { token, params: { ...params, webhookDeliveryId } });
};
