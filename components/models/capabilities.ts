import type { Model } from "@/lib/contract/models/schemas";

const toSentence = (what: string, supported: boolean | null): string =>
  `${what}: ${supported === null ? "unknown" : supported ? "supported" : "not supported"}.`;

/** What the connection test has found out, in sentences. */
export const describeCapabilities = ({ tools, structuredOutput }: NonNullable<Model["capabilities"]>): string =>
  `${toSentence("Tool calls", tools)} ${toSentence("Structured output", structuredOutput)}`;
