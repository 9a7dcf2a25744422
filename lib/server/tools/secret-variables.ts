import type { Defined } from "@/lib/contract/tool-kinds/all";
import { Permission } from "@/lib/permissions/bits";
import type { Checker } from "@/lib/permissions/checker";
import type { Db, Tx } from "../db/client";
import { AppError } from "../http/errors";
import { findVariables, holdVariables, type VariableRow } from "../variables/service";
import { type Confirmed, keepsSecrets, namesByPath, namesInSecrets } from "./definition";

type Reader = Pick<Db, "select">;

/** Whether somebody may have stored secrets read by code of their own. */
export const mayReadSecrets = (permissions: Checker): boolean => permissions.has(Permission.EDIT_VARIABLE);

/**
 * With the names in it that may stand for secret variables: all that somebody sends who may edit variables; of anybody else's
 * those that the stored definition has confirmed, where nothing changes that reads them.
 */
export function withConfirmed(defined: Defined, stored: Confirmed | undefined, permissions: Checker): Confirmed {
  const names = namesInSecrets(defined);
  if (names.length === 0 || mayReadSecrets(permissions)) return { ...defined, confirmed: names };
  const kept = new Set(stored && keepsSecrets(defined, stored) ? stored.confirmed : []);
  return { ...defined, confirmed: names.filter((name) => kept.has(name)) };
}

/**
 * Refuses secret variables, and names of variables that are still to be added, in place of a tool's secrets where nobody has
 * confirmed them: code could read them. Throws 403 at the fields.
 */
export async function requireVariables(db: Reader, teamId: string, defined: Confirmed): Promise<void> {
  const confirmed = new Set(defined.confirmed);
  const names = namesInSecrets(defined).filter((name) => !confirmed.has(name));
  if (names.length === 0) return;
  const known = await findVariables(db, teamId, { names });
  const open = new Set(known.filter(({ secret }) => !secret).map(({ name }) => name));
  const secret = new Set(known.map(({ name }) => name));
  const issues = namesByPath(defined).flatMap(({ path, names: own }) => {
    const name = own.find((one) => names.includes(one) && !open.has(one));
    if (name === undefined) return [];
    const what = secret.has(name) ? `{${name}} is a secret variable` : `There is no variable {${name}} yet`;
    return [{ path: `definition.${path}`, message: `${what}: only who may edit variables can use it here.` }];
  });
  const [first] = issues;
  if (first) throw new AppError("forbidden", first.message, { permission: Permission.EDIT_VARIABLE, issues });
}

/** The same in the transaction that writes: until it ends the variables are neither renamed, nor deleted, nor made secret. */
export async function holdRequired(tx: Tx, teamId: string, defined: Confirmed): Promise<void> {
  await holdVariables(tx, teamId, { names: namesInSecrets(defined) });
  await requireVariables(tx, teamId, defined);
}

/** Why a definition cannot be called: it names a variable that has become secret, and nobody has confirmed it since. */
export function secretProblem({ confirmed }: Confirmed, known: readonly VariableRow[]): string | undefined {
  const found = known.find(({ name, secret }) => secret && !confirmed.includes(name));
  if (!found) return undefined;
  return `{${found.name}} has become a secret variable since this tool came to use it. Ask somebody who may edit variables to check the tool and to save it again.`;
}

/**
 * The names that are confirmed by whoever applies a revision. Throws 403 where it names a secret variable that is not, and
 * the caller may not edit variables.
 */
export async function confirmedByApplying(
  tx: Tx,
  teamId: string,
  defined: Confirmed,
  permissions: Checker,
): Promise<string[]> {
  const names = namesInSecrets(defined);
  await holdVariables(tx, teamId, { names });
  const problem = secretProblem(defined, await findVariables(tx, teamId, { names }));
  if (problem === undefined) return [...defined.confirmed];
  if (mayReadSecrets(permissions)) return names;
  throw new AppError("forbidden", problem, { permission: Permission.EDIT_VARIABLE });
}
