import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/server";
import type { MessageBody } from "@/lib/contract/session-events/events";
import { fromItemId } from "@/lib/contract/session-events/item-id";
import type { MessagePart } from "@/lib/contract/session-events/messages";
import { parseJson } from "@/lib/utils/json/parse-json";
import { loadEvents } from "../../../engine/runs/calls/open-calls";
import type { RunRow } from "../../../engine/runs/lease/lease";
import { toVisitorReason } from "../../../engine/runs/log/visitor-events";
import { env } from "../../../platform/env/env";
import type { Exchange } from "./exchange";

/** The page where a member sees the session. */
const toSessionUrl = ({ teamId, sessionId }: Pick<RunRow, "teamId" | "sessionId">): string =>
  new URL(`/${teamId}/session/${sessionId}`, env().APP_URL).href;

const toText = (text: string): ContentBlock => ({ type: "text", text });

export const toFailure = (text: string): CallToolResult => ({ content: [toText(text)], isError: true });

/** A file of the session, which members can open. */
const toLink = (run: RunRow, { fileId, filename = "file", mimeType }: MessagePart): ContentBlock => ({
  type: "resource_link",
  uri: `${toSessionUrl(run)}/file/${fileId}`,
  name: filename,
  ...(mimeType && { mimeType }),
});

/** Messages with those of each task in an iteration in the order of its items, which may have finished in another one. */
function orderItems(messages: readonly MessageBody[]): MessageBody[] {
  const byTask = Map.groupBy(messages, ({ taskId = "" }) => fromItemId(taskId).taskId);
  const toNumber = ({ taskId = "" }: MessageBody) => fromItemId(taskId).item ?? 0;
  for (const [id, own] of byTask)
    byTask.set(
      id,
      own.toSorted((a, b) => toNumber(a) - toNumber(b)),
    );
  return messages.flatMap(({ taskId = "" }) => byTask.get(fromItemId(taskId).taskId)?.shift() ?? []);
}

/** The result of a run that has completed. */
async function toSuccess({ db, tool, caller }: Exchange, run: RunRow): Promise<CallToolResult> {
  const isChat = caller.app.type === "chat";
  const events = await loadEvents(db, run, ["message", "task"]);
  const messages = events.flatMap(({ kind, body }): MessageBody[] =>
    kind === "message" && body.role === "assistant" && !body.inner ? [body] : [],
  );
  // Earlier messages of a chat's run precede calls of tools.
  const shown = isChat ? messages.slice(-1) : orderItems(messages);
  const outputs = events.flatMap(({ kind, body }) =>
    kind === "task" && body.state === "finished" && body.taskId === tool.outputTaskId ? [body.output] : [],
  );
  const value = parseJson(outputs.at(-1) ?? "");
  if (tool.outputTaskId && value === undefined)
    return toFailure(`The run completed without structured output. See it at ${toSessionUrl(run)}`);
  const files = shown.flatMap(({ parts }) => parts.filter(({ type, fileId }) => type === "file" && fileId));
  return {
    content: [
      toText(shown.map(({ text }) => text).join("\n\n")),
      ...files.map((file) => toLink(run, file)),
      ...(isChat ? [toText(`To continue this session, pass the sessionId ${run.sessionId}.`)] : []),
    ],
    ...(tool.outputTaskId && { structuredContent: value as Record<string, unknown> }),
    _meta: { "muster/sessionId": run.sessionId, "muster/runId": run.id },
  };
}

/** The result of a run that has ended. */
export async function toResult(exchange: Exchange, run: RunRow): Promise<CallToolResult> {
  if (run.status === "completed") return toSuccess(exchange, run);
  const reason = toVisitorReason(run.status, run.reason) ?? "The run was canceled.";
  return toFailure(`${reason} See the run at ${toSessionUrl(run)}`);
}

/** Of a run that continues after the call's time. */
export const toLateText = (run: RunRow): string =>
  `The run is taking longer than this call can wait and is still running. See it at ${toSessionUrl(run)}`;

/** Of a run that waits for a member of the team. */
export const toWaitingText = (run: RunRow, requests: readonly { text: string }[]): string =>
  [
    ...requests.map(({ text }) => text),
    `The run continues once a member of the team has responded at ${toSessionUrl(run)}`,
  ].join("\n\n");
