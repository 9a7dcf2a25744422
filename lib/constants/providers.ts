export const providerIds = [
  "open_ai",
  "azure",
  "fastembed",
  "ollama",
  "anthropic",
  "groq",
  "google_vertex",
  "google_ai",
  "openai_compatible",
  "demo",
] as const;
export type ProviderId = (typeof providerIds)[number];

export interface CredentialField {
  name: string;
  label: string;
  /** `secret` is one line, `json` a secret document. */
  kind: "text" | "secret" | "json" | "url" | "number";
  optional: boolean;
  hint?: string;
  /** A URL to which the provider's secrets are sent: changing it requires entering them again. */
  address?: true;
  /** Part of the host name to which the provider's secrets are sent. */
  region?: true;
  /** Headers of requests, one a line. Their values are secrets. */
  headers?: true;
  /** Each model has its own value; the others belong to the provider's connection. */
  perModel?: true;
  min?: number;
  max?: number;
  step?: number;
  /** Returns a warning about a value; never enforced. */
  warn?: (value: string) => string | undefined;
}

interface Provider {
  id: ProviderId;
  title: string;
  fields: readonly CredentialField[];
  /** Saving a model tests its connection first. */
  needsCheck: boolean;
  /** The test also finds out whether the model calls tools and returns structured output. */
  probesCapabilities?: true;
  /** Runs without a network and is allowed on every plan. */
  offline: boolean;
  note?: string;
}

const secret = (name: string, label: string, optional = false): CredentialField => ({
  name,
  label,
  kind: "secret",
  optional,
});
const text = (name: string, label: string, optional = false): CredentialField => ({
  name,
  label,
  kind: "text",
  optional,
});

function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

const ollamaUrl: CredentialField = {
  name: "base_url",
  label: "Base URL",
  kind: "url",
  optional: false,
  address: true,
  hint: "The Ollama server's URL, as seen from the Muster server. Don't use localhost.",
  warn: (value) =>
    /^(localhost|127\.[\d.]+|\[::1\])$/.test(parseUrl(value)?.hostname ?? "")
      ? "Here, localhost means the Muster server, not your computer. Use a URL that the Muster server can reach."
      : undefined,
};

const azureEndpoint: CredentialField = {
  name: "azure_endpoint",
  label: "Endpoint",
  kind: "url",
  optional: false,
  address: true,
  hint: "An https URL on Azure's domain, e.g. https://your-resource.openai.azure.com",
  warn: (value) => {
    const url = parseUrl(value);
    return url?.protocol === "https:" && url.hostname.endsWith(".azure.com")
      ? undefined
      : "An Azure endpoint is usually an https URL that ends in .azure.com.";
  },
};

const azureVersion: CredentialField = {
  ...text("api_version", "API version"),
  hint: "A date, usually with -preview, e.g. 2024-08-01-preview",
  warn: (value) =>
    /^\d{4}-\d{2}-\d{2}(-preview)?$/.test(value) ? undefined : "Enter a version such as 2024-08-01-preview.",
};

const vertexFields: readonly CredentialField[] = [
  {
    name: "credentials",
    label: "Service account JSON",
    kind: "json",
    optional: false,
    hint: "The full key file of a service account with access to Vertex AI.",
  },
  text("project", "Project"),
  {
    ...text("location", "Location", true),
    region: true,
    hint: "Defaults to us-central1.",
  },
  {
    name: "temperature",
    label: "Temperature",
    kind: "number",
    optional: true,
    perModel: true,
    min: 0,
    max: 1,
    step: 0.01,
  },
];

const compatibleFields: readonly CredentialField[] = [
  {
    name: "base_url",
    label: "Base URL",
    kind: "url",
    optional: false,
    address: true,
    hint: "The base URL without /chat/completions, e.g. https://openrouter.ai/api/v1",
  },
  secret("api_key", "API key", true),
  {
    name: "headers",
    label: "Headers",
    kind: "json",
    optional: true,
    headers: true,
    hint: "Sent with every request, one per line, e.g. X-Team: research",
  },
];

const provider = (id: ProviderId, title: string, fields: readonly CredentialField[]): Provider => ({
  id,
  title,
  fields,
  needsCheck: true,
  offline: false,
});

export const providers: Record<ProviderId, Provider> = {
  open_ai: provider("open_ai", "OpenAI", [secret("api_key", "API key"), text("org_id", "Organization ID", true)]),
  azure: provider("azure", "Azure OpenAI", [
    secret("api_key", "API key"),
    azureEndpoint,
    { ...text("azure_deployment", "Deployment"), perModel: true },
    azureVersion,
  ]),
  fastembed: {
    ...provider("fastembed", "FastEmbed", []),
    needsCheck: false,
    note: "Embeddings that run on this server. Download the weights first.",
  },
  ollama: provider("ollama", "Ollama", [ollamaUrl, secret("api_key", "API key", true)]),
  anthropic: provider("anthropic", "Anthropic", [secret("api_key", "API key")]),
  groq: provider("groq", "Groq", [secret("groq_api_key", "API key")]),
  google_vertex: provider("google_vertex", "Google Vertex AI", vertexFields),
  google_ai: provider("google_ai", "Google AI", [secret("api_key", "API key")]),
  openai_compatible: {
    ...provider("openai_compatible", "OpenAI-compatible", compatibleFields),
    probesCapabilities: true,
    note: "Any OpenAI-compatible server: OpenRouter, Mistral, vLLM, LM Studio, LiteLLM and others.",
  },
  demo: {
    ...provider("demo", "Offline demo", []),
    needsCheck: false,
    offline: true,
    note: "Scripted answers for trying out Muster. No API key or network needed.",
  },
};

/** Whether the credentials that models share include anything. */
export const hasCredentials = (id: ProviderId): boolean => providers[id].fields.some(({ perModel }) => !perModel);

/** Whether a text is a region such as europe-west1, that is, a single label of a host name. */
export const isRegion = (text: string): boolean => /^[a-z0-9-]{1,63}$/i.test(text);

export const isProviderId = (id: string): id is ProviderId => (providerIds as readonly string[]).includes(id);
