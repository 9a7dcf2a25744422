import { geminiFormat } from "./gemini-format";
import { startGoogleSignIn } from "./google-sign-in";
import { listOf, roughTokens } from "./read-request";
import { startStandin } from "./server";
import type { Dialect, Standin, StandinOptions } from "./types";

const place = /^\/v1beta1\/projects\/([^/]+)\/locations\/([^/]+)\/publishers\/google\/models\/[^/:]+:(\w+)$/;

/** Gemini on Vertex AI: the project and the location stand in the path, an access token in place of a key. */
export const googleVertexDialect: Dialect = {
  ...geminiFormat,
  basePath: "/v1beta1",
  models: ["gemini-1.5-pro", "gemini-1.5-flash", "text-embedding-005"],
  defaultKey: "ya29.standin-0123456789abcdef",
  routeOf(method, path) {
    if (method === "GET" && path === "/v1beta1/publishers/google/models") return "models";
    const action = method === "POST" ? place.exec(path)?.[3] : undefined;
    if (action === "generateContent" || action === "streamGenerateContent") return "chat";
    return action === "predict" ? "embed" : undefined;
  },
  keyOf: (headers) => headers.authorization?.replace(/^Bearer /, ""),
  inputsOf: ({ instances }) => listOf(instances).map(({ content }) => String(content)),
  wrongKey: () =>
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.",
  unknownModel: (model) =>
    `Publisher Model \`publishers/google/models/${model}\` was not found or your project does not have access to it.`,
  embeddings: ({ body }, vectors) => ({
    predictions: vectors.map((values, index) => ({
      embeddings: {
        values,
        statistics: { truncated: false, token_count: roughTokens(String(listOf(body.instances)[index]?.content)) },
      },
    })),
  }),
  modelList: (models) => ({
    publisherModels: models.map((id) => ({ name: `publishers/google/models/${id}`, versionState: "STABLE" })),
  }),
};

/** With Google's sign-in beside it, which hands out the one token that is taken. */
export async function startGoogleVertexStandin(options: StandinOptions = {}): Promise<Standin> {
  const standin = await startStandin(googleVertexDialect, options);
  const signIn = await startGoogleSignIn(standin.key ?? "");
  const close = async () => {
    await signIn.close();
    await standin.close();
  };
  return { ...standin, signIn, close };
}
