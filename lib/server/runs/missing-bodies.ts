type Body = Record<string, unknown>;

const sentence = "This part of the conversation is missing: its file is lost or damaged.";

const noTimes = { embed: 0, vectors: 0, text: 0, total: 0 };

/** By kinds of events: fields that their readers rely on, as the row has no large ones. */
const largeFields: Record<string, Body> = {
  message: { parts: [], citations: [], usage: null },
  step: { prompt: [{ role: "missing", text: sentence }] },
  tool_call: { input: sentence },
  tool_result: { output: sentence },
  retrieval: { query: sentence, queries: [], filters: [], passages: [], dropped: [], ms: noTimes },
  task: { output: sentence, tasks: [] },
  input_request: { input: sentence },
};

const withText = new Set(["message", "input_request", "notice"]);

/** What readers get in place of a body whose file cannot be read: the small fields of its row, and a sentence that says so. */
export function missingBody(kind: string, { shelved: _key, shelvedChars: _chars, ...small }: Body): Body {
  const body: Body = { ...largeFields[kind], ...small, missing: sentence };
  if (withText.has(kind)) body.text = [small.text, sentence].filter(Boolean).join("\n\n");
  if (kind === "input_request" && small.kind === "form") body.form ??= { fields: [] };
  return body;
}
