import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { httpForm } from "@/lib/contract/tools/forms";

export type HttpContractForm = ContractForm<z.input<typeof httpForm>>;

const common = { auth: { type: "none" as const }, timeoutMs: 30_000 };

export const initialDocument = {
  source: "openapi" as const,
  document: "",
  address: null,
  server: null,
  operations: [] as string[],
  ...common,
};

export const initialRequest = {
  source: "request" as const,
  request: { method: "GET" as const, url: "", query: {}, headers: {}, body: null },
  parameters: { type: "object", properties: {}, additionalProperties: false },
  ...common,
};
