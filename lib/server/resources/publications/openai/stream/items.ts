import type { LoggedBody } from "@/lib/contract/session-events/events";
import type { InputRequest } from "@/lib/contract/session-events/requests";
import type { Numbered } from "./numbered";
import type { OutputItem } from "./response-object";

export const toTextPart = (text: string) => ({ type: "output_text", text, annotations: [], logprobs: [] });

/** Events with consecutive numbers. */
const numbered = (first: number, events: [type: string, fields: Record<string, unknown>][]): Numbered[] =>
  events.map(([type, fields], i) => ({ number: first + i, type: `response.${type}`, fields }));

interface Message {
  id: string;
  text: string;
  status: "completed" | "incomplete";
}

/** A message as a whole; `done`: its events after its text. */
export function messageEvents(first: number, index: number, { id, text, status }: Message) {
  const item: OutputItem = { type: "message", id, status, role: "assistant", content: [toTextPart(text)] };
  const at = { item_id: id, output_index: index, content_index: 0 };
  const begun = { ...item, status: "in_progress", content: [] };
  const ended: [string, Record<string, unknown>][] = [
    ["output_text.done", { ...at, text, logprobs: [] }],
    ["content_part.done", { ...at, part: toTextPart(text) }],
    ["output_item.done", { output_index: index, item }],
  ];
  const all = numbered(first, [
    ["output_item.added", { output_index: index, item: begun }],
    ["content_part.added", { ...at, part: toTextPart("") }],
    ["output_text.delta", { ...at, delta: text, logprobs: [] }],
    ...ended,
  ]);
  return { item, all, done: numbered(first, ended) };
}

/** A call that the client makes. */
export function callEvents(first: number, index: number, { callId, name, input }: LoggedBody<"tool_call">) {
  const id = `fc_${callId.replace(/^call_/, "")}`;
  const args = typeof input === "string" ? input : JSON.stringify(input ?? {});
  const item: OutputItem = { type: "function_call", id, call_id: callId, name, arguments: args, status: "completed" };
  const at = { item_id: id, output_index: index };
  const begun = { ...item, arguments: "", status: "in_progress" };
  const all = numbered(first, [
    ["output_item.added", { output_index: index, item: begun }],
    ["function_call_arguments.delta", { ...at, delta: args }],
    ["function_call_arguments.done", { ...at, name, arguments: args }],
    ["output_item.done", { output_index: index, item }],
  ]);
  return { item, all };
}

/** An approval, which an approver gives at the link, or the client with `mcp_approval_response`. */
export function approvalEvents(first: number, index: number, { requestId, name, input }: InputRequest, url: string) {
  const item: OutputItem = {
    type: "mcp_approval_request",
    id: requestId,
    server_label: "muster",
    name,
    arguments: JSON.stringify(input ?? {}),
    url,
  };
  const fields = { output_index: index, item };
  const all = numbered(first, [
    ["output_item.added", fields],
    ["output_item.done", fields],
  ]);
  return { item, all };
}
