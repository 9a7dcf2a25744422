import { defaultSyncSeconds, type WebhookMode } from "@/lib/constants/webhooks";
import type { Db } from "../../../platform/db/client";
import { AppError } from "../../../platform/errors/errors";
import { jsonResponse } from "../../../platform/errors/json-response";
import type { PublicationCaller } from "../service";
import { awaitRun } from "./await-run";
import type { Delivered } from "./deliver";
import { readRunText } from "./run-text";
import { toRunUrl } from "./run-url";

/** The event is stored: a team with too many open streams only gets no output. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

/** The response to a stored event. */
export async function replyTo(
  db: Db,
  caller: PublicationCaller,
  { runId, sessionId, status, error, issues }: Delivered,
  mode: WebhookMode,
  signal: AbortSignal,
): Promise<Response> {
  if (issues) return new AppError("unprocessable", error ?? "", { issues: issues.slice(0, 50) }).toResponse();
  const { publication } = caller;
  const run = { runId, url: toRunUrl(publication.teamId, sessionId) };
  if (mode === "async" || status !== "started") return jsonResponse(run, { status: 202 });
  const seconds = publication.webhook.syncSeconds ?? defaultSyncSeconds;
  const ended = await awaitRun(caller, { sessionId, runId }, seconds, signal).catch(ignoreRefusal);
  if (!ended || ended.status === "waiting")
    return jsonResponse({ ...run, status: ended?.status ?? "running" }, { status: 202 });
  return jsonResponse({ ...run, ...ended, text: await readRunText(db, sessionId, runId) });
}
