import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { modelForm } from "@/lib/contract/models/schemas";

export type ModelValues = z.input<typeof modelForm>;
export type ModelContractForm = ContractForm<ModelValues>;
