import type { z } from "zod";
import type { ContractForm } from "@/hooks/forms/use-contract-form";
import type { functionForm } from "@/lib/contract/tools/forms";
import type { Tool } from "@/lib/contract/tools/outputs";

type FunctionFormInput = z.input<typeof functionForm>;
/** The fields of every tool form. */
export type CommonForm = Omit<FunctionFormInput, "type" | "definition">;
export type CommonContractForm = ContractForm<CommonForm>;

/** Returns the form typed for the common fields: react-hook-form's types are invariant. */
export const toCommonForm = <F extends CommonForm>(form: ContractForm<F>): CommonContractForm =>
  form as unknown as CommonContractForm;

export function commonDefaults(tool: Tool | undefined, repeatable: boolean): CommonForm {
  const { name = "", description = "", functionName, requireApproval = false, asks = null, iconId = null } = tool ?? {};
  return { name, description, functionName, requireApproval, asks, iconId, repeatable: tool?.repeatable ?? repeatable };
}

export interface ToolFormProps<T extends Tool = Tool> {
  slug: string;
  /** The stored tool, when one is edited. */
  tool?: T | undefined;
  /** Reloads the form with the stored values. */
  onReload?: (() => void) | undefined;
}
