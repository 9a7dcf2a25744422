import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { taskForm } from "@/lib/contract/tasks/schemas";

export type TaskValues = z.input<typeof taskForm>;
export type TaskFormState = ContractForm<TaskValues>;
