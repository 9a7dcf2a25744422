import type { LoggedBody, LoggedEvent } from "@/lib/contract/session-events/events";
import { truncate } from "@/lib/utils/text/truncate";
import { redactIn } from "../../platform/crypto/redact";
import { redactRememberedSecrets } from "../../platform/crypto/remembered-secrets";
import type { Attributes } from "../../platform/telemetry/record";

/** Of one text. Longer ones are truncated. */
const maxChars = 48_000;

const toText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));
const shorten = (text: string): string => (text.length > maxChars ? `${truncate(text, maxChars)}… (truncated)` : text);

/** JSON without the secrets of the run, or any other that this process has used. */
const toJson = (value: unknown, secrets: readonly string[]): string =>
  redactRememberedSecrets(JSON.stringify(redactIn(value, secrets)));

/** Redaction comes first: a truncated secret would not be found. */
export const redactText = (text: string, secrets: readonly string[]): string =>
  shorten(redactRememberedSecrets(redactIn(text, secrets)));

/** The prompt as sent, and the answer: the message and the calls that were logged with the step. */
export function toChatContents(body: LoggedBody<"step">, logged: readonly LoggedEvent[], secrets: readonly string[]) {
  const textPart = (text: string) => ({ type: "text", content: redactText(text, secrets) });
  const parts: object[] = [];
  for (const event of logged) {
    if (event.kind === "message" && event.body._id === body.messageId) parts.push(textPart(event.body.text));
    if (event.kind === "tool_call" && isOfPart(event.body, body)) {
      const { callId: id, name, input } = event.body;
      parts.push({ type: "tool_call", id, name, arguments: input });
    }
  }
  const prompt = body.prompt ?? [];
  const instructions = prompt.filter(({ role }) => role === "system").map(({ text }) => textPart(text));
  const messages = prompt
    .filter(({ role }) => role !== "system")
    .map(({ role, text }) => ({ role, parts: [textPart(text)] }));
  const answer = { role: "assistant", parts, finish_reason: body.finishReason };
  return {
    "gen_ai.system_instructions": instructions.length > 0 ? toJson(instructions, secrets) : undefined,
    "gen_ai.input.messages": messages.length > 0 ? toJson(messages, secrets) : undefined,
    "gen_ai.output.messages": parts.length > 0 ? toJson([answer], secrets) : undefined,
  } satisfies Attributes;
}

interface PartBody {
  taskId?: string | undefined;
  delegation?: string | undefined;
}

const isOfPart = (one: PartBody, other: PartBody): boolean =>
  one.taskId === other.taskId && one.delegation === other.delegation;

export const toToolContents = (
  body: LoggedBody<"tool_result">,
  input: unknown,
  secrets: readonly string[],
): Attributes => ({
  "gen_ai.tool.call.arguments": input === undefined ? undefined : redactText(toText(input), secrets),
  "gen_ai.tool.call.result": body.output === undefined ? undefined : redactText(toText(body.output), secrets),
});

export const toRetrievalContents = (
  { query, passages }: LoggedBody<"retrieval">,
  secrets: readonly string[],
): Attributes => ({
  "gen_ai.retrieval.query.text": redactText(query, secrets),
  "gen_ai.retrieval.documents": toJson(
    passages.map(({ documentId: id, score, title, text }) => ({
      id,
      score,
      title,
      content: redactText(text, secrets),
    })),
    secrets,
  ),
});
