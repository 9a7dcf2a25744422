import type { Tx } from "../db/client";
import { newId } from "../db/ids";
import { checkName, checkSecret } from "./edit";
import { variables } from "./table";

interface NewVariable {
  name: string;
  description: string;
  secret: boolean;
}

/** A variable that a file names, without its value. */
export async function addVariable(
  tx: Tx,
  { teamId, accountId }: { teamId: string; accountId: string },
  { name, description, secret }: NewVariable,
): Promise<string> {
  const id = newId("variable");
  await checkName(tx, teamId, name);
  if (secret) await checkSecret(tx, teamId, name);
  const row = { id, teamId, name, description, secret, createdBy: accountId };
  await tx.insert(variables).values({ ...row, defaultValue: "" });
  return id;
}
