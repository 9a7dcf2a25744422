import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { providerForm } from "@/lib/contract/providers/schemas";

export type ProviderContractForm = ContractForm<z.input<typeof providerForm>>;
