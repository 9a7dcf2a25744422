import type { ChatMessage, ContentPart, InputItem } from "@/lib/contract/openai/fields";
import { AppError, invalidField } from "../../../../platform/errors/errors";
import { checkJsonBounds } from "../../../../platform/http/body/json-bounds";

/** What a request contains, in either protocol. */
export type Item =
  | { kind: "message"; role: "user" | "assistant"; text: string; images: string[] }
  | { kind: "instructions"; text: string }
  | { kind: "call"; callId: string; name: string; input: unknown }
  | { kind: "result"; callId: string; output: string }
  | { kind: "approval"; requestId: string; approve: boolean; reason: string | undefined };

type Content = string | ContentPart[] | null | undefined;

const maxArgumentKeys = 1_000;

function readContent(content: Content, path: string): { text: string; images: string[] } {
  if (typeof content === "string") return { text: content, images: [] };
  const texts: string[] = [];
  const images: string[] = [];
  for (const [i, { type, text, refusal, image_url: image }] of (content ?? []).entries()) {
    const url = typeof image === "string" ? image : image?.url;
    if (["text", "input_text", "output_text", "refusal"].includes(type)) texts.push(text ?? refusal ?? "");
    else if ((type === "image_url" || type === "input_image") && url) images.push(url);
    else throw invalidField(`${path}.${i}`, "Only text and image URLs are supported.");
  }
  return { text: texts.join("\n"), images };
}

/** Arguments of a call that a model has made; as text if they are not JSON. */
function readArguments(text: string): unknown {
  try {
    checkJsonBounds(Buffer.from(text), maxArgumentKeys);
    return JSON.parse(text || "{}");
  } catch {
    return text;
  }
}

export const readChatMessages = (messages: readonly ChatMessage[]): Item[] =>
  messages.flatMap(({ role, content, tool_calls: calls, tool_call_id: callId }, i): Item[] => {
    const path = `messages.${i}.content`;
    const { text, images } = readContent(content, path);
    if (role === "system" || role === "developer") return [{ kind: "instructions", text }];
    if (role === "tool") {
      if (!callId) throw invalidField(`messages.${i}.tool_call_id`, "Send the ID of the call.");
      return [{ kind: "result", callId, output: text }];
    }
    const called = (calls ?? []).map(
      (call): Item => ({
        kind: "call",
        callId: call.id,
        name: call.function.name,
        input: readArguments(call.function.arguments),
      }),
    );
    const isEmpty = text === "" && images.length === 0;
    if (role === "user" && isEmpty) throw invalidField(path, "Send text or an image.");
    return [...(isEmpty ? [] : [{ kind: "message" as const, role, text, images }]), ...called];
  });

export function readInput(input: string | readonly InputItem[]): Item[] {
  if (input === "") throw emptyRequestError();
  if (typeof input === "string") return [{ kind: "message", role: "user", text: input, images: [] }];
  return input.flatMap((item, i) => readInputItem(item, `input.${i}`));
}

function readInputItem(item: InputItem, path: string): Item[] {
  const { type = "message", role, content, call_id: callId, name, approve } = item;
  // Reasoning of a model cannot be sent to another one.
  if (type === "reasoning" || type === "mcp_approval_request") return [];
  if (type === "function_call" && callId && name)
    return [{ kind: "call", callId, name, input: readArguments(item.arguments ?? "") }];
  if (type === "function_call_output" && callId && item.output !== undefined)
    return [{ kind: "result", callId, output: readContent(item.output, `${path}.output`).text }];
  if (type === "mcp_approval_response" && item.approval_request_id && approve !== undefined)
    return [{ kind: "approval", requestId: item.approval_request_id, approve, reason: item.reason ?? undefined }];
  if (type !== "message" || !role)
    throw invalidField(path, "This item can't be used, or one of its fields is missing.");
  const read = readContent(content, `${path}.content`);
  if (role === "system" || role === "developer") return [{ kind: "instructions", text: read.text }];
  if (read.text === "" && read.images.length === 0) {
    if (role === "user") throw invalidField(`${path}.content`, "Send text or an image.");
    return [];
  }
  return [{ kind: "message", role, ...read }];
}

export const emptyRequestError = (): AppError => new AppError("invalid", "Send messages, or an input.");
