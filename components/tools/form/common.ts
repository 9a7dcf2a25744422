import type { z } from "zod";
import type { ContractForm } from "@/hooks/use-contract-form";
import type { functionForm, Tool } from "@/lib/contract/tools";

type Whole = z.input<typeof functionForm>;
/** What the forms of all types of tool have. */
export type CommonForm = Omit<Whole, "type" | "definition">;
export type CommonContractForm = ContractForm<CommonForm>;

/** The same form, for the fields that every type has: react-hook-form ties a form to one type alone. */
export const commonOf = <F extends CommonForm>(form: ContractForm<F>): CommonContractForm =>
  form as unknown as CommonContractForm;

export function commonDefaults(tool: Tool | undefined, repeatable: boolean): CommonForm {
  const { name = "", description = "", functionName, requireApproval = false, asks = null, iconId = null } = tool ?? {};
  return { name, description, functionName, requireApproval, asks, iconId, repeatable: tool?.repeatable ?? repeatable };
}

export interface ToolFormProps<T extends Tool = Tool> {
  slug: string;
  /** The stored tool, when one is edited. */
  tool?: T | undefined;
  /** Opens the form with what is stored now. */
  onReload?: (() => void) | undefined;
}
