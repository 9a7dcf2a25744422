import type { z } from "zod";
import type { ContractForm } from "@/hooks/use-contract-form";
import type { vectorDbForm } from "@/lib/contract/vectordbs";

export type VectorDbContractForm = ContractForm<z.input<typeof vectorDbForm>>;
