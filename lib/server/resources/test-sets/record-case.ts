import type { Citation } from "@/lib/contract/datasources/retrieval";
import type { RetrievedPassage } from "@/lib/contract/session-events/messages";
import type { CaseForm, RecordedCall } from "@/lib/contract/testsets/cases";
import { maxRecordedCalls } from "@/lib/contract/testsets/cases";
import type { Viewer } from "../../access/visibility/visible";
import { loadBodiesForReaders } from "../../engine/runs/log/bodies";
import { readPage } from "../../engine/runs/log/read-page";
import type { LoadedEvent } from "../../engine/runs/log/stored-events";
import type { Reader } from "../../platform/db/client";
import type { sessions } from "../../platform/db/tables/sessions";
import { AppError, invalidField } from "../../platform/errors/errors";
import { getSession } from "../sessions/service";

const maxPages = 10;
const maxHistory = 100;
/** Characters of the recorded results as JSON. */
const maxRecordingChars = 2_000_000;

/** Builds a test case from an answer: its question, the messages before it, and the results of its tool calls. */
export async function recordCase(
  db: Reader,
  viewer: Viewer,
  { sessionId, messageId }: { sessionId: string; messageId: string },
) {
  const session = await getSession(db, viewer, sessionId);
  const events = await readSession(db, sessionId);
  const messages = events.filter((event) => event.kind === "message" && !event.body.inner);
  const index = messages.findIndex(({ body }) => "_id" in body && body._id === messageId);
  const answer = messages[index];
  if (answer?.kind !== "message" || answer.body.role !== "assistant")
    throw invalidField("messageId", "This answer no longer exists. Reload the page.");
  const questionIndex = messages
    .slice(0, index)
    .findLastIndex((one) => one.kind === "message" && one.body.role === "user");
  const question = messages[questionIndex];
  if (question?.kind !== "message") throw invalidField("messageId", "This answer has no question.");
  const input = question.body.text.trim();
  if (!input) throw new AppError("conflict", "The question has no text, so it can't become a test.");
  const recording = listCalls(events.filter(({ runId }) => runId === answer.runId && runId !== null));
  const form: CaseForm = {
    input,
    history: messages.slice(0, questionIndex).slice(-maxHistory).flatMap(toTurn),
    variables: session.variables,
    checks: [],
    ...(recording.length > 0 && { recording }),
  };
  return { case: form, answer: answer.body.text, ...findTestable(session) };
}

/** What the answer's test can test. The test sets of an agent are visible to the whole team, those of a private app are not. */
function findTestable({ agentId, appId, sharingConfig }: typeof sessions.$inferSelect) {
  const isPrivate = sharingConfig.mode === "private";
  const testable = { agentId: isPrivate ? null : agentId, appId };
  if (!testable.agentId && !testable.appId)
    throw new AppError(
      "conflict",
      "This session has no app, so its answers can't become tests. Use an answer from an app session.",
    );
  return testable;
}

function toTurn(event: LoadedEvent): CaseForm["history"] {
  if (event.kind !== "message") return [];
  const { role, text, completed } = event.body;
  return role !== "system" && completed && text.trim() ? [{ role, text }] : [];
}

/** The calls of a run with their results and the passages that they found. */
function listCalls(events: LoadedEvent[]): RecordedCall[] {
  const calls: RecordedCall[] = [];
  const inputs = new Map<string, unknown>();
  let retrievals: NonNullable<RecordedCall["retrievals"]> = [];
  for (const event of events) {
    if (event.kind === "tool_call") inputs.set(event.body.callId, event.body.input);
    if (event.kind === "retrieval") {
      const { tool, query, queries, passages } = event.body;
      retrievals.push({ tool, query, queries, passages: passages.map(toCitation) });
    }
    if (event.kind !== "tool_result") continue;
    const { callId, name, output, error, changedInput } = event.body;
    calls.push({
      name,
      input: changedInput ?? inputs.get(callId),
      ...(error === undefined ? { output } : { error }),
      ...(retrievals.length > 0 && { retrievals }),
    });
    retrievals = [];
  }
  const isTooLarge = calls.length > maxRecordedCalls || JSON.stringify(calls).length > maxRecordingChars;
  if (isTooLarge)
    throw new AppError(
      "conflict",
      "The results of this answer's tool calls are too large to save in a test. Use an answer with smaller results.",
    );
  return calls;
}

/** The first versions did not record a passage's last page. */
const toCitation = ({ lastPage = null, ...passage }: RetrievedPassage): Citation => ({ ...passage, lastPage });

async function readSession(db: Reader, sessionId: string): Promise<LoadedEvent[]> {
  const events: LoadedEvent[] = [];
  let after: number | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { rows, more } = await readPage(db, sessionId, {
      after,
      kinds: ["message", "tool_call", "tool_result", "retrieval"],
      current: true,
      limit: 1_000,
      load: loadBodiesForReaders,
    });
    events.push(...rows);
    after = rows.at(-1)?.seq;
    if (!more) return events;
  }
  throw new AppError("conflict", "This session is too long for a test. Use an answer from a shorter session.");
}
