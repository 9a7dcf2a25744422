type Body = Record<string, unknown>;

const missingText = "This part of the session is missing: its file is lost or damaged.";

const noTimes = { embed: 0, vectors: 0, text: 0, total: 0 };

/** Required fields by event kind that may be offloaded. */
const largeFields: Record<string, Body> = {
  message: { parts: [], citations: [], usage: null },
  step: { prompt: [{ role: "missing", text: missingText }] },
  tool_call: { input: missingText },
  tool_result: { output: missingText },
  retrieval: { query: missingText, queries: [], filters: [], passages: [], dropped: [], ms: noTimes },
  task: { output: missingText, tasks: [] },
  input_request: { input: missingText },
  input_answer: { reason: missingText },
  status: { reason: missingText },
};

/** The same for task events, by state. */
const largeTaskFields: Record<string, Body> = {
  repair: { problem: missingText },
  items: { items: [] },
  failed: { error: missingText },
};

const kindsWithText = new Set(["message", "input_request", "notice"]);

/** Replaces an unreadable body: the row's small fields, and a notice. */
export function toMissingBody(kind: string, { shelved: _key, shelvedChars: _chars, ...small }: Body): Body {
  const stateFields = kind === "task" ? largeTaskFields[String(small.state)] : undefined;
  const body: Body = { ...largeFields[kind], ...stateFields, ...small, missing: missingText };
  if (kindsWithText.has(kind)) body.text = [small.text, missingText].filter(Boolean).join("\n\n");
  if (kind === "input_request" && small.kind === "form") body.form ??= { taskId: small.taskId ?? "", fields: [] };
  return body;
}
