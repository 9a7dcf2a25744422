import { functionNameField } from "@/lib/contract/tools/forms";
import { requireFunctionTool } from "../../access/plans/limits";
import type { Tx } from "../../platform/db/client";
import type { tools } from "../../platform/db/tables/tools";
import { AppError, invalidField } from "../../platform/errors/errors";
import type { Restorer } from "../references/resource";
import { lockSearched } from "./lock-searched";
import { toFreeFunctionName } from "./service";

type ToolRow = typeof tools.$inferSelect;

/** Checks the plan, the data source and the name of a tool that is restored. Throws 409 with an available function name. */
export async function prepareRestore(
  tx: Tx,
  { teamId, team }: Restorer,
  row: ToolRow,
  { name = row.functionName }: { name?: string | undefined },
): Promise<Partial<ToolRow>> {
  const parsed = functionNameField.safeParse(name);
  if (!parsed.success) throw invalidField("name", parsed.error.issues[0]?.message ?? "Enter a function name.");
  if (row.type === "function") await requireFunctionTool(tx, team.orgId);
  if (row.datasourceId) await lockSearched(tx, teamId, row.datasourceId);
  const free = await toFreeFunctionName(tx, teamId, name);
  if (free === name) return { functionName: name };
  const message = `Your team already has a tool named ${name}.`;
  throw new AppError("conflict", message, { data: { name: free } });
}
