import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { httpForm } from "@/lib/contract/tools/schemas";

export type HttpContractForm = ContractForm<z.input<typeof httpForm>>;

const beside = { auth: { type: "none" as const }, timeoutMs: 30_000 };

export const freshDocument = {
  source: "openapi" as const,
  document: "",
  address: null,
  server: null,
  operations: [] as string[],
  ...beside,
};

export const freshRequest = {
  source: "request" as const,
  request: { method: "GET" as const, url: "", query: {}, headers: {}, body: null },
  parameters: { type: "object", properties: {}, additionalProperties: false },
  ...beside,
};
