import type { WebhookPreset } from "@/lib/constants/publications";
import { isRecord } from "@/lib/utils/json/is-object";
import { jsonResponse } from "../../../platform/errors/json-response";

const maxChallenge = 1_000;

/** The response to a request by which a sender only checks the address; undefined for an event. */
export function findHandshake(preset: WebhookPreset, headers: Headers, payload: unknown): Response | undefined {
  if (preset === "github" && headers.get("x-github-event") === "ping") return jsonResponse({ ok: true });
  if (preset !== "slack" || !isRecord(payload) || payload.type !== "url_verification") return undefined;
  const { challenge } = payload;
  return typeof challenge === "string" ? jsonResponse({ challenge: challenge.slice(0, maxChallenge) }) : undefined;
}
