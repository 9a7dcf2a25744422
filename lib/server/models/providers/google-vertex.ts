import { createPrivateKey } from "node:crypto";
import { invalidField } from "../../http/errors";
import type { ChatModel, ProviderInput, ProviderModels } from "./settings";

export async function googleVertex({ text, places, fetch }: ProviderInput): Promise<ProviderModels> {
  const credentials = serviceAccount(text("credentials"));
  const [{ createVertex }, { JWT }] = await Promise.all([
    import("@ai-sdk/google-vertex"),
    import("google-auth-library"),
  ]);
  const authClient = new JWT({
    email: credentials.client_email,
    key: credentials.private_key,
    scopes: ["https://www.googleapis.com/auth/cloud-platform"],
    // The sign-in goes the guarded way out too.
    transporterOptions: { fetchImplementation: fetch },
  });
  const made = createVertex({
    // Empty on purpose: else a key in the server's environment would take the service account's place.
    apiKey: "",
    project: text("project"),
    location: text("location") || "us-central1",
    baseURL: places.vertex,
    googleAuthOptions: { authClient },
    fetch,
  });
  const temperature = text("temperature") === "" ? undefined : Number(text("temperature"));
  return {
    chat: (model) => withTemperature(made(model), temperature),
    embedding: (model) => made.embeddingModel(model),
  };
}

/** The temperature stored with the credentials holds where a call names none. */
function withTemperature(model: ChatModel, temperature: number | undefined): ChatModel {
  if (temperature === undefined) return model;
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate({ ...options, temperature: options.temperature ?? temperature }),
    doStream: (options) => model.doStream({ ...options, temperature: options.temperature ?? temperature }),
  };
}

const refuse = (message: string) => invalidField("config.credentials", message);

/** Of the key file only what signs: its `token_uri` could name any address. Throws 400 at the credentials' field. */
function serviceAccount(json: string): { client_email: string; private_key: string } {
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch {
    throw refuse("The service account is not valid JSON. Paste the whole JSON key file.");
  }
  const { client_email, private_key } = (typeof file === "object" && file !== null ? file : {}) as Record<
    string,
    unknown
  >;
  if (typeof client_email !== "string" || typeof private_key !== "string")
    throw refuse("The service account JSON lacks client_email or private_key. Paste the whole JSON key file.");
  try {
    createPrivateKey(private_key);
  } catch {
    throw refuse("The private_key in the service account JSON is damaged. Paste the key file again, unchanged.");
  }
  return { client_email, private_key };
}
