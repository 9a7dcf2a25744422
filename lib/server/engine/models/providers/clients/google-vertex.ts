import { isRegion } from "@/lib/constants/providers";
import { AppError } from "../../../../platform/errors/errors";
import type { ChatModel, EmbeddingModel, ProviderInput, ProviderModels } from "../shared/settings";
import { createGoogleAccount } from "./google-account";

/** The location. A host name is built from it, to which the service account's token is sent. */
function getLocation(text: ProviderInput["text"]): string {
  const location = text("location") || "us-central1";
  if (!isRegion(location)) throw new AppError("invalid", "Enter a Vertex AI location, such as europe-west1.");
  return location;
}

/** For requests that the client library does not make. */
export async function getVertexAccess({ text, endpoints, fetch }: Omit<ProviderInput, "contextWindow">) {
  const { client, signIn } = await createGoogleAccount(text("credentials"), fetch, endpoints.googleOAuth);
  const location = getLocation(text);
  const host = location === "global" ? "aiplatform.googleapis.com" : `${location}-aiplatform.googleapis.com`;
  return {
    base: endpoints.vertex ?? `https://${host}/v1beta1`,
    project: text("project"),
    getToken: async (signal: AbortSignal): Promise<string> => {
      await signIn(signal);
      return (await client.getAccessToken()).token ?? "";
    },
  };
}

export async function googleVertex({ text, endpoints, fetch }: ProviderInput): Promise<ProviderModels> {
  const { client, signIn } = await createGoogleAccount(text("credentials"), fetch, endpoints.googleOAuth);
  const { createVertex } = await import("@ai-sdk/google-vertex");
  const project = text("project");
  const location = getLocation(text);
  const vertex = createVertex({
    // Intentionally empty: otherwise a key in the server's environment would replace the service account.
    apiKey: "",
    project,
    location,
    baseURL: endpoints.vertex && `${endpoints.vertex}/${toProjectPath(project, location)}/publishers/google`,
    googleAuthOptions: { authClient: client },
    fetch,
  });
  const temperature = text("temperature") === "" ? undefined : Number(text("temperature"));
  return {
    chat: (model) => withSignIn(vertex(model), signIn, temperature),
    embedding: (model) => embeddingWithSignIn(vertex.embeddingModel(model), signIn),
  };
}

/** A gateway serves all teams' projects, so the path names the project. */
const toProjectPath = (project: string, location: string): string =>
  `projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;

type SignIn = (signal: AbortSignal | undefined) => Promise<void>;

/** Signs in first, so that the call's signal covers it. The stored temperature is the default. */
function withSignIn(model: ChatModel, signIn: SignIn, temperature: number | undefined): ChatModel {
  const { provider, modelId, supportedUrls } = model;
  return {
    specificationVersion: "v4",
    provider,
    modelId,
    supportedUrls,
    async doGenerate(options) {
      await signIn(options.abortSignal);
      return model.doGenerate({ ...options, temperature: options.temperature ?? temperature });
    },
    async doStream(options) {
      await signIn(options.abortSignal);
      return model.doStream({ ...options, temperature: options.temperature ?? temperature });
    },
  };
}

function embeddingWithSignIn(model: EmbeddingModel, signIn: SignIn): EmbeddingModel {
  const { provider, modelId, maxEmbeddingsPerCall, supportsParallelCalls } = model;
  return {
    specificationVersion: "v4",
    provider,
    modelId,
    maxEmbeddingsPerCall,
    supportsParallelCalls,
    async doEmbed(options) {
      await signIn(options.abortSignal);
      return model.doEmbed(options);
    },
  };
}
