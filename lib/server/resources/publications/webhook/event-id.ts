import { createHash } from "node:crypto";
import type { WebhookPreset } from "@/lib/constants/publications";
import { isRecord } from "@/lib/utils/json/is-object";
import { toStorableText } from "../../../engine/models/providers/shared/storable";

const maxShown = 200;

const textOf = (payload: unknown, name: string): string | undefined => {
  const value = isRecord(payload) && Object.hasOwn(payload, name) ? payload[name] : undefined;
  return typeof value === "string" && value ? value : undefined;
};

interface Naming {
  /** Where the sender's id of an event is. */
  idHeaders?: string[];
  idFields?: string[];
  typeHeader?: string;
  typeField?: string;
  /** A signature that no other event has: identifies one without an id. */
  signature?: string;
  /** The signature covers no time, so an event is taken once, however late it is sent again. */
  isUntimed?: true;
}

const namings: Record<WebhookPreset, Naming> = {
  standard: { idHeaders: ["webhook-id"], typeField: "type" },
  github: {
    idHeaders: ["x-github-delivery"],
    typeHeader: "x-github-event",
    signature: "x-hub-signature-256",
    isUntimed: true,
  },
  stripe: { idFields: ["id"], typeField: "type", signature: "stripe-signature" },
  slack: { idFields: ["event_id", "trigger_id"], typeField: "type", signature: "x-slack-signature" },
  gitlab: { idHeaders: ["x-gitlab-event-uuid", "webhook-id"], typeHeader: "x-gitlab-event", isUntimed: true },
  bearer: { idHeaders: ["webhook-id"], typeField: "type" },
};

export interface EventName {
  /** Null: it has none, and may be sent any number of times. */
  key: string | null;
  id: string | null;
  type: string | null;
  /** It is remembered for as long as it is kept. */
  isUntimed: boolean;
}

const shorten = (text: string | undefined) => (text && toStorableText(text.slice(0, maxShown))) || null;

/** What identifies an event. */
export function nameEvent(preset: WebhookPreset, headers: Headers, payload: unknown): EventName {
  const { idHeaders = [], idFields = [], typeHeader, typeField, signature, isUntimed = false } = namings[preset];
  const sent = [
    ...idHeaders.map((name) => headers.get(name)),
    ...idFields.map((name) => textOf(payload, name)),
    // It is not signed: a recorded request could be replayed with another one.
    signature ? undefined : headers.get("idempotency-key"),
  ].find(Boolean);
  const identity = sent ? `id ${sent}` : signature && `signature ${headers.get(signature)}`;
  return {
    key: identity ? createHash("sha256").update(identity).digest("base64url") : null,
    id: shorten(sent ?? undefined),
    type: shorten(typeHeader ? (headers.get(typeHeader) ?? undefined) : typeField && textOf(payload, typeField)),
    isUntimed,
  };
}
