import { maxOpenAiChars, maxOpenAiImages } from "@/lib/constants/openai";
import type { ClientResult } from "../../../../engine/runs/answer-client-calls";
import { AppError, invalidField } from "../../../../platform/errors/errors";
import type { HistoryEntry } from "../../history";
import { emptyRequestError, type Item } from "./items";

/** An image of the message, or of an entry of the history. */
interface SentImage {
  url: string;
  entry?: number;
}

/** What a request asks for, apart from options. */
export interface RunRequest {
  /** Results of the calls for which a run may wait. */
  results: ClientResult[];
  approvals: (Item & { kind: "approval" })[];
  /** For a new run. */
  message: string;
  history: HistoryEntry[];
  images: SentImage[];
}

type Result = Item & { kind: "result" };

const imageOnly = "See the attached image.";

/** The results at the end, after the calls that they belong to. */
const findTrailingResults = (items: readonly Item[]): Result[] =>
  items.slice(items.findLastIndex(({ kind }) => kind !== "result") + 1) as Result[];

function checkSize(items: readonly Item[]): void {
  let chars = 0;
  let images = 0;
  for (const item of items) {
    if (item.kind === "message") images += item.images.length;
    if ("text" in item) chars += item.text.length;
    if (item.kind === "result") chars += item.output.length;
  }
  if (images > maxOpenAiImages) throw new AppError("invalid", `Send up to ${maxOpenAiImages} images.`);
  if (chars > maxOpenAiChars) throw new AppError("too_large", "The text in this request is too long.");
}

/** A result whose run does not wait is part of the conversation only. */
function toResultMessage(results: readonly Result[], calls: ReadonlyMap<string, string>): string {
  return results.map(({ callId, output }) => `Result of ${calls.get(callId) ?? "the tool"}:\n\n${output}`).join("\n\n");
}

/** Separates the newest message from those before. Throws 400 when there is nothing to respond to. */
export function toRunRequest(items: readonly Item[]): RunRequest {
  checkSize(items);
  const approvals = items.filter((item) => item.kind === "approval");
  const said = items.filter(({ kind }) => kind !== "instructions" && kind !== "approval");
  const results = findTrailingResults(said);
  const last = said.at(-1);
  if (!last && approvals.length === 0) throw emptyRequestError();
  if (last && approvals.length > 0) throw invalidField("input", "Send approvals without other items.");
  const isMessage = last?.kind === "message" && last.role === "user";
  if (last && !isMessage && results.length === 0)
    throw invalidField("messages", "The last message must be a user message or a tool result.");
  const answered = new Set(results.map(({ callId }) => callId));
  const calls = new Map(said.flatMap((item) => (item.kind === "call" ? [[item.callId, item.name]] : [])));
  const before = said.slice(0, said.length - Math.max(results.length, isMessage ? 1 : 0));
  const images: SentImage[] = isMessage ? last.images.map((url) => ({ url })) : [];
  const history = before.map((item, entry): HistoryEntry => {
    if (item.kind === "message") {
      images.push(...item.images.map((url) => ({ url, entry })));
      return { kind: "message", role: item.role, text: item.text || imageOnly };
    }
    // Its result is in the message.
    if (item.kind === "call" && answered.has(item.callId))
      return { kind: "message", role: "assistant", text: `Calling ${item.name}: ${JSON.stringify(item.input)}` };
    return item as HistoryEntry;
  });
  const message = isMessage ? last.text || imageOnly : toResultMessage(results, calls);
  return { results, approvals, message, history, images };
}
