import type { z } from "zod";
import type { ContractForm } from "@/hooks/use-contract-form";
import type { modelForm } from "@/lib/contract/models";

export type ModelContractForm = ContractForm<z.input<typeof modelForm>>;
