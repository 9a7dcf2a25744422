import type { EmbeddingModelV4, LanguageModelV4 } from "@ai-sdk/provider";
import { AppError } from "../../http/errors";
import { demoChat } from "./demo-chat";
import { demoEmbedding } from "./demo-embedding";
import { baseUrls, type ModelSettings, ollamaRoot, textOf } from "./settings";

type Fetch = typeof fetch;

interface Factory {
  chat?: (model: string) => LanguageModelV4;
  embedding?: (model: string) => EmbeddingModelV4;
}

/** Packages are loaded when first used, so that a start does not pay for eight of them. */
async function factory({ type, config }: ModelSettings, fetch: Fetch): Promise<Factory> {
  const urls = baseUrls();
  const text = (field: string) => textOf(config, field);
  switch (type) {
    case "open_ai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const made = createOpenAI({
        apiKey: text("api_key"),
        organization: text("org_id") || undefined,
        baseURL: urls.openai,
        fetch,
      });
      // Chat completions, not responses: gateways in front of OpenAI speak these.
      return { chat: made.chat, embedding: made.embedding };
    }
    case "azure": {
      const { createAzure } = await import("@ai-sdk/azure");
      const baseURL = `${text("azure_endpoint")
        .replace(/\/+$/, "")
        .replace(/\/openai$/, "")}/openai`;
      const made = createAzure({
        apiKey: text("api_key"),
        baseURL,
        apiVersion: text("api_version"),
        useDeploymentBasedUrls: true,
        fetch,
      });
      const deployment = (model: string) => text("azure_deployment") || model;
      return { chat: (model) => made.chat(deployment(model)), embedding: (model) => made.embedding(deployment(model)) };
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const made = createAnthropic({ apiKey: text("api_key"), baseURL: urls.anthropic, fetch });
      return { chat: (model) => made(model) };
    }
    case "groq": {
      const { createGroq } = await import("@ai-sdk/groq");
      const made = createGroq({ apiKey: text("groq_api_key"), baseURL: urls.groq, fetch });
      return { chat: (model) => made(model) };
    }
    case "google_ai": {
      const { createGoogle } = await import("@ai-sdk/google");
      const made = createGoogle({ apiKey: text("api_key"), baseURL: urls.google, fetch });
      return { chat: (model) => made(model), embedding: (model) => made.embedding(model) };
    }
    case "google_vertex": {
      const { createVertex } = await import("@ai-sdk/google-vertex");
      const googleAuthOptions = { credentials: serviceAccount(text("credentials")) };
      const made = createVertex({
        project: text("project"),
        location: text("location") || "us-central1",
        baseURL: urls.vertex,
        googleAuthOptions,
        fetch,
      });
      return { chat: (model) => made(model), embedding: (model) => made.embeddingModel(model) };
    }
    case "ollama": {
      const { createOllama } = await import("ollama-ai-provider-v2");
      const key = text("api_key");
      const made = createOllama({
        baseURL: `${ollamaRoot(text("base_url"))}/api`,
        headers: key ? { authorization: `Bearer ${key}` } : undefined,
        fetch,
      });
      return {
        chat: (model) => made.chat(model) as LanguageModelV4,
        embedding: (model) => made.textEmbeddingModel(model) as unknown as EmbeddingModelV4,
      };
    }
    case "fastembed": {
      const { fastEmbedding } = await import("./fastembed");
      return { embedding: fastEmbedding };
    }
    case "demo":
      return { chat: demoChat, embedding: demoEmbedding };
  }
}

/** Of the key file only what signs: its `token_uri` could name any address. */
function serviceAccount(json: string): { client_email: string; private_key: string } {
  try {
    const file: unknown = JSON.parse(json);
    if (typeof file === "object" && file !== null && "client_email" in file && "private_key" in file) {
      const { client_email, private_key } = file;
      if (typeof client_email === "string" && typeof private_key === "string") return { client_email, private_key };
    }
  } catch {
    // Said below.
  }
  throw new AppError("invalid", "The service account JSON is not a key file: it needs client_email and private_key.", {
    issues: [{ path: "config.credentials", message: "Paste the whole JSON key file of a service account." }],
  });
}

/** Throws AppError when the provider offers no such model or its credentials cannot be read. */
export async function createLanguageModel(settings: ModelSettings, fetch: Fetch): Promise<LanguageModelV4> {
  const { chat } = await factory(settings, fetch);
  if (!chat) throw new AppError("invalid", "This provider has no chat models.");
  return chat(settings.model);
}

export async function createEmbeddingModel(settings: ModelSettings, fetch: Fetch): Promise<EmbeddingModelV4> {
  const { embedding } = await factory(settings, fetch);
  if (!embedding) throw new AppError("invalid", "This provider has no embedding models.");
  return embedding(settings.model);
}
