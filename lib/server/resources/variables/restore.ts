import { variableForm } from "@/lib/contract/variables/schemas";
import type { VariableRow } from "../../engine/variables/variables";
import type { Tx } from "../../platform/db/client";
import { AppError, invalidField } from "../../platform/errors/errors";
import type { Restorer } from "../references/resource";
import { checkSecret, findCopyName, isTaken } from "./edit";
import { findPromptUsers } from "./queries";

/** Why the variable can't be restored with the name; undefined if it can. */
async function findNameProblem(tx: Tx, teamId: string, { secret }: VariableRow, name: string) {
  if (await isTaken(tx, teamId, name)) return `Your team already has a variable named ${name}.`;
  const [user] = secret ? await findPromptUsers(tx, teamId, name) : [];
  return user && `The ${user.type} “${user.name}” uses {${name}} in a prompt, where secrets can't be used.`;
}

/** Checks the name of a variable that is restored. Throws 409 with an available name. */
export async function prepareRestore(
  tx: Tx,
  { teamId }: Restorer,
  row: VariableRow,
  { name = row.name }: { name?: string | undefined },
): Promise<Pick<VariableRow, "name">> {
  const parsed = variableForm.shape.name.safeParse(name);
  if (!parsed.success) throw invalidField("name", parsed.error.issues[0]?.message ?? "Enter a name.");
  const problem = await findNameProblem(tx, teamId, row, name);
  if (problem) throw new AppError("conflict", problem, { data: { name: await findCopyName(tx, teamId, name) } });
  if (row.secret) await checkSecret(tx, teamId, name);
  return { name };
}
