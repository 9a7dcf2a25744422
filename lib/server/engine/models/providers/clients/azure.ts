import { trimEndOf } from "@/lib/utils/text/trim-characters";
import type { ProviderInput, ProviderModels } from "../shared/settings";

/** The deployment selects the model; the model's name is used only when no deployment is stored. */
export async function azure({ text, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createAzure } = await import("@ai-sdk/azure");
  const made = createAzure({
    apiKey: text("api_key"),
    baseURL: `${azureRoot(text("azure_endpoint"))}/openai`,
    apiVersion: text("api_version"),
    useDeploymentBasedUrls: true,
    fetch,
  });
  const deployment = (model: string) => text("azure_deployment") || model;
  return { chat: (model) => made.chat(deployment(model)), embedding: (model) => made.embedding(deployment(model)) };
}

/** Endpoints are often pasted with a path: `/openai`, `/openai/v1`, `/openai/deployments/…`. */
function azureRoot(endpoint: string): string {
  const at = endpoint.search(/\/openai(?:\/|$)/);
  return trimEndOf(at < 0 ? endpoint : endpoint.slice(0, at), /\//);
}
