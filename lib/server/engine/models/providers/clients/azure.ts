import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import type { ProviderInput, ProviderModels } from "../shared/settings";

/** The deployment selects the model; the model's name is used only when no deployment is stored. */
export async function azure({ text, fetch }: ProviderInput): Promise<ProviderModels> {
  const { createAzure } = await import("@ai-sdk/azure");
  const provider = createAzure({
    apiKey: text("api_key"),
    baseURL: `${toAzureRoot(text("azure_endpoint"))}/openai`,
    apiVersion: text("api_version"),
    useDeploymentBasedUrls: true,
    fetch,
  });
  const getDeployment = (model: string) => text("azure_deployment") || model;
  return {
    chat: (model) => provider.chat(getDeployment(model)),
    embedding: (model) => provider.embedding(getDeployment(model)),
  };
}

/** Endpoints are often pasted with a path: `/openai`, `/openai/v1`, `/openai/deployments/…`. */
export function toAzureRoot(endpoint: string): string {
  const at = endpoint.search(/\/openai(?:\/|$)/);
  return trimEndMatching(at < 0 ? endpoint : endpoint.slice(0, at), /\//);
}
