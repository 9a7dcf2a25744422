import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { modelForm } from "@/lib/contract/models/schemas";

export type ModelContractForm = ContractForm<z.input<typeof modelForm>>;
