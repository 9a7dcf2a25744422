import { eachChunk, openAiDialect } from "./open-ai";
import { startStandin } from "./server";
import type { Call, Dialect, Frame, Json, StandinOptions } from "./types";

const deploymentPath = /^\/openai\/deployments\/([^/]+)\/(chat\/completions|embeddings)$/;

const safe = {
  hate: { filtered: false, severity: "safe" },
  self_harm: { filtered: false, severity: "safe" },
  sexual: { filtered: false, severity: "safe" },
  violence: { filtered: false, severity: "safe" },
};

const judged = (chunk: Json): Json => ({
  ...chunk,
  choices: (chunk.choices as Json[]).map((choice) => ({ ...choice, content_filter_results: safe })),
});

/** What the prompt's filter found comes first, in a chunk without choices and without a name. */
function* frames(call: Call): Generator<Frame> {
  const first = { id: "", object: "", created: 0, model: "", choices: [] };
  const found = [{ prompt_index: 0, content_filter_results: safe }];
  yield { data: `data: ${JSON.stringify({ ...first, prompt_filter_results: found })}\n\n` };
  yield* eachChunk(openAiDialect.frames(call), judged);
}

const codes: Record<number, string> = { 401: "401", 403: "AccessDenied", 404: "DeploymentNotFound", 429: "429" };

/** Azure OpenAI by deployments: the path says which model answers, and nothing works without an API version. */
export const azureDialect: Dialect = {
  ...openAiDialect,
  basePath: "",
  models: ["chat-deployment", "embedding-deployment"],
  defaultKey: "0123456789abcdef0123456789abcdef",
  routeOf(method, path) {
    if (method === "GET" && path === "/openai/models") return "models";
    const call = method === "POST" ? deploymentPath.exec(path)?.[2] : undefined;
    return call === undefined ? undefined : call === "embeddings" ? "embed" : "chat";
  },
  keyOf: (headers) => headers["api-key"]?.toString(),
  modelOf: (path) => deploymentPath.exec(path.replace(/\?.*$/, ""))?.[1] ?? "",
  refuse: ({ path }) =>
    /[?&]api-version=\d{4}-\d{2}-\d{2}(-preview)?(&|$)/.test(path)
      ? undefined
      : { status: 404, message: "Resource not found" },
  error: (status, message) => ({ error: { code: codes[status] ?? String(status), message } }),
  wrongKey: () =>
    "Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription and use a correct regional API endpoint for your resource.",
  unknownModel: () =>
    "The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.",
  frames,
  // The resource's base models: which of them are deployed, and under which names, another API says.
  modelList: () => ({
    object: "list",
    data: ["gpt-4o", "text-embedding-3-small", "gpt-4-0314"].map((id) => ({
      id,
      object: "model",
      status: "succeeded",
      capabilities: { inference: true, chat_completion: id.startsWith("gpt"), embeddings: id.includes("embedding") },
      lifecycle_status: id === "gpt-4-0314" ? "deprecated" : "generally-available",
      deprecation: { inference: id === "gpt-4-0314" ? 1_780_272_000 : 1_893_456_000 },
    })),
  }),
};

export const startAzureStandin = (options?: StandinOptions) => startStandin(azureDialect, options);
