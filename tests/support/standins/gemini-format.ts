import { listOf, pieces, roughTokens } from "./read-request";
import type { Call, Dialect, Frame, Image, Json, Recorded } from "./types";

const names: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\r\n\r\n`;

const isJson = (text: string): boolean => {
  try {
    return Boolean(JSON.parse(text));
  } catch {
    return false;
  }
};

/** Arguments are an object here: a call that the model wrote wrongly is a reason to end instead. */
const brokenCall = ({ tools }: Call) => tools.find(({ json }) => !isJson(json));

const callParts = ({ tools }: Call): Json[] =>
  tools
    .filter(({ json }) => isJson(json))
    .map(({ name, json }) => ({ functionCall: { name, args: JSON.parse(json) as unknown } }));

function ending(call: Call): Json {
  const broken = brokenCall(call);
  if (broken)
    return {
      finishReason: "MALFORMED_FUNCTION_CALL",
      finishMessage: `Malformed function call: ${broken.name}(${broken.json})`,
    };
  return { finishReason: { stop: "STOP", length: "MAX_TOKENS", filter: "SAFETY" }[call.finish] };
}

function answer(call: Call, candidate: Json | undefined, counted: boolean): Json {
  const thoughts = call.reasoning ? roughTokens(call.reasoning) : 0;
  const { inputTokens, outputTokens } = call;
  const counts = {
    candidatesTokenCount: outputTokens - thoughts,
    totalTokenCount: inputTokens + outputTokens,
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
  };
  return {
    ...(candidate && { candidates: [{ index: 0, ...candidate }] }),
    usageMetadata: { promptTokenCount: inputTokens, ...(counted && counts) },
    modelVersion: call.model,
    responseId: call.id,
  };
}

const content = (parts: Json[]): Json => ({ content: { role: "model", parts } });

function* frames(call: Call): Generator<Frame> {
  if (call.empty) {
    yield { data: event(answer(call, undefined, true)) };
    return;
  }
  const part = (one: Json): Frame => ({ data: event(answer(call, content([one]), false)), token: true });
  for (const text of pieces(call.reasoning)) yield part({ text, thought: true });
  for (const text of pieces(call.text)) yield part({ text });
  if (!brokenCall(call)) for (const one of callParts(call)) yield part(one);
  yield { data: event(answer(call, { ...content([{ text: "" }]), ...ending(call) }, true)) };
}

function whole(call: Call): Json {
  if (call.empty) return answer(call, undefined, true);
  const parts = [...(call.text ? [{ text: call.text }] : []), ...(brokenCall(call) ? [] : callParts(call))];
  return answer(call, { ...content(parts), ...ending(call) }, true);
}

const partsIn = ({ contents }: Json): Json[] => listOf(contents).flatMap(({ parts }) => listOf(parts));

const imagesIn = (body: Json): Image[] =>
  partsIn(body).flatMap(({ inlineData }) => {
    const { mimeType, data } = (inlineData ?? {}) as Json;
    return data ? [{ mediaType: String(mimeType), data: String(data) }] : [];
  });

const saidIn = ({ contents }: Json): string =>
  listOf(listOf(contents).findLast(({ role }) => role === "user")?.parts)
    .map(({ text }) => String(text ?? ""))
    .join(" ");

/** What Google refuses of a conversation. */
function refuse({ body, path }: Recorded) {
  const says = (message: string) => ({ status: 400, message });
  if (!/:(stream)?[gG]enerateContent/.test(path)) return undefined;
  const contents = listOf(body.contents);
  if (contents.length === 0) return says("* GenerateContentRequest.contents: contents is not specified");
  if (contents.some(({ role }) => role !== "user" && role !== "model"))
    return says("Please use a valid role: user, model.");
  const known = ["text", "inlineData", "fileData", "functionCall", "functionResponse"];
  if (partsIn(body).some((part) => known.filter((name) => name in part).length !== 1))
    return says("contents.parts must not be empty.");
  const answers = (name: string) => partsIn(body).filter((part) => name in part).length;
  if (answers("functionResponse") > answers("functionCall"))
    return says("Please ensure that the number of function response parts is equal to the number of function calls.");
  return undefined;
}

/** What Google AI and Vertex have in common: contents of parts, and the model in the path. */
export const geminiFormat = {
  modelOf: (path) => /\/models\/([^/:?]+):/.exec(path)?.[1] ?? "",
  saidIn,
  imagesIn,
  refuse,
  streams: (_body, path) => path.includes(":streamGenerateContent"),
  streamType: "text/event-stream",
  error(status, message, retryAfter) {
    const details = retryAfter && [
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${retryAfter}s` },
    ];
    return { error: { code: status, message, status: names[status] ?? "UNKNOWN", ...(details && { details }) } };
  },
  saysRetryInBody: true,
  frames,
  whole,
  malformed: 'data: {"candidates": [{"content": {"par\r\n\r\n',
  oddEvent: event({ candidates: { content: "none" } }),
  openLine: 'data: {"candidates": [{"content": {"role": "model","parts": [{"text": "',
  streamError: (message) => event({ error: { code: 503, message, status: "UNAVAILABLE" } }),
} satisfies Partial<Dialect>;
