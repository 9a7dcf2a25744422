import type { ProviderId } from "@/lib/constants/providers";
import type { Histogram } from "../../platform/telemetry/record";

/** Values of `gen_ai.provider.name` in OpenTelemetry's conventions for generative AI. */
const providerNames: Record<ProviderId, string> = {
  open_ai: "openai",
  azure: "azure.ai.openai",
  anthropic: "anthropic",
  groq: "groq",
  google_vertex: "gcp.vertex_ai",
  google_ai: "gcp.gemini",
  ollama: "ollama",
  openai_compatible: "openai_compatible",
  fastembed: "fastembed",
  demo: "muster.demo",
};

export const toProviderName = (type: string): string => providerNames[type as ProviderId] ?? type;

const seconds = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

export const tokenUsage: Histogram = {
  name: "gen_ai.client.token.usage",
  description: "Number of input and output tokens used.",
  unit: "{token}",
  buckets: [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864],
};

export const operationDuration: Histogram = {
  name: "gen_ai.client.operation.duration",
  description: "Duration of a model call.",
  unit: "s",
  buckets: seconds,
};

export const timeToFirstChunk: Histogram = {
  name: "gen_ai.client.operation.time_to_first_chunk",
  description: "Time from a model call to the first part of its response.",
  unit: "s",
  buckets: seconds,
};
