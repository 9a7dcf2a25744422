import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { vectorDbForm } from "@/lib/contract/vectordbs/schemas";

export type VectorDbContractForm = ContractForm<z.input<typeof vectorDbForm>>;
