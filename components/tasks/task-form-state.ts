import type { z } from "zod";
import type { ContractForm } from "@/hooks/use-contract-form";
import type { taskForm } from "@/lib/contract/tasks";

export type TaskValues = z.input<typeof taskForm>;
export type TaskFormState = ContractForm<TaskValues>;
