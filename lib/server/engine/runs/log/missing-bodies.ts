type Body = Record<string, unknown>;

const sentence = "This part of the conversation is missing: its file is lost or damaged.";

const noTimes = { embed: 0, vectors: 0, text: 0, total: 0 };

/** Required fields by event kind that may be offloaded. */
const largeFields: Record<string, Body> = {
  message: { parts: [], citations: [], usage: null },
  step: { prompt: [{ role: "missing", text: sentence }] },
  tool_call: { input: sentence },
  tool_result: { output: sentence },
  retrieval: { query: sentence, queries: [], filters: [], passages: [], dropped: [], ms: noTimes },
  task: { output: sentence, tasks: [] },
  input_request: { input: sentence },
  input_answer: { reason: sentence },
  status: { reason: sentence },
};

/** The same for task events, by state. */
const largeFieldsOfTask: Record<string, Body> = { repair: { problem: sentence }, failed: { error: sentence } };

const withText = new Set(["message", "input_request", "notice"]);

/** Replaces an unreadable body: the row's small fields, and a notice. */
export function missingBody(kind: string, { shelved: _key, shelvedChars: _chars, ...small }: Body): Body {
  const ofState = kind === "task" ? largeFieldsOfTask[String(small.state)] : undefined;
  const body: Body = { ...largeFields[kind], ...ofState, ...small, missing: sentence };
  if (withText.has(kind)) body.text = [small.text, sentence].filter(Boolean).join("\n\n");
  if (kind === "input_request" && small.kind === "form") body.form ??= { taskId: small.taskId ?? "", fields: [] };
  return body;
}
