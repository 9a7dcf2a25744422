import { asc } from "drizzle-orm";
import type { Issue } from "@/lib/contract/base/error";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import { findVariables, isAmong } from "../../engine/variables/variables";
import type { Reader } from "../../platform/db/client";
import { variables } from "../../platform/db/tables/variables";
import { AppError } from "../../platform/errors/errors";

/** Returns those of the names that belong to the team's variables. */
export const findExistingNames = async (db: Reader, teamId: string, names: readonly string[]): Promise<string[]> =>
  (await findVariables(db, teamId, { names })).map(({ name }) => name);

/**
 * Locks variables against renaming, deletion and becoming secret until the transaction ends. Called before locking the
 * referring row, the same order as a deletion. Returns the existing ids.
 */
export async function lockVariables(
  tx: Reader,
  teamId: string,
  { names = [], ids = [] }: { names?: readonly string[]; ids?: readonly string[] | undefined },
): Promise<Set<string>> {
  if (names.length === 0 && ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: variables.id })
    .from(variables)
    .where(isAmong(teamId, names, ids))
    .orderBy(asc(variables.id))
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}

/** Locks the variables of a row that is restored. Throws 409 if one in its prompts has become secret. */
export async function prepareVariables(
  tx: Reader,
  teamId: string,
  { promptNames, variableIds }: { promptNames: string[]; variableIds: string[] },
  prompts: Record<string, string>,
): Promise<void> {
  await lockVariables(tx, teamId, { names: promptNames, ids: variableIds });
  const [issue] = await findSecretIssues(tx, teamId, prompts);
  if (issue) throw new AppError("conflict", issue.message);
}

/** Returns an issue for each prompt that names a secret variable, whose value would reach the model and the trace. */
export async function findSecretIssues(
  db: Reader,
  teamId: string,
  prompts: Record<string, string | undefined>,
): Promise<Issue[]> {
  const rows = await findVariables(db, teamId, {
    names: findPromptNames(...Object.values(prompts).map((text) => text ?? "")),
  });
  const secret = new Set(rows.filter((row) => row.secret).map(({ name }) => name));
  return Object.entries(prompts).flatMap(([path, text]) => {
    const name = findPromptNames(text ?? "").find((one) => secret.has(one));
    return name ? [{ path, message: `The variable {${name}} is secret and can't be used in a prompt.` }] : [];
  });
}
