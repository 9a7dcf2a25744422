import { Permission } from "@/lib/permissions/bits";
import type { Checker } from "@/lib/permissions/checker";
import type { Db, Tx } from "../db/client";
import { AppError } from "../http/errors";
import { findVariables, holdVariables, type VariableRow } from "../variables/service";
import { type Confirmed, invalidDefinition, type Merged, namesByPath, namesInSecrets } from "./definition";
import type { Loaded } from "./revisions";
import type { Standing } from "./types/kind";

type Reader = Pick<Db, "select">;
const permission = Permission.EDIT_VARIABLE;

/** Whether somebody may have stored secrets read by code of their own. */
export const mayReadSecrets = (permissions: Checker): boolean => permissions.has(permission);

/**
 * With the names in it that may stand for secret variables: of what somebody enters who may edit variables, all; of a kept
 * secret, which nobody has seen behind its mask, those that the stored definition has confirmed.
 */
export function withConfirmed({ defined, sent }: Merged, stored: Confirmed | undefined): Confirmed {
  const before = new Set(stored?.confirmed);
  const kept = new Set(sent.kept);
  const confirmed = namesByPath(defined).flatMap(({ path, names }) => {
    if (kept.has(path)) return names.filter((name) => before.has(name));
    return sent.mayRead ? names : [];
  });
  return { ...defined, confirmed: [...new Set(confirmed)], sent };
}

/** How names are usually written. Other text in braces, such as JSON, is taken for a variable only where there is one. */
const usualName = /^[\p{L}\p{N}_.-]+$/u;

/**
 * Refuses secret variables in place of a tool's secrets where nobody has confirmed them, as code could read them, and names of
 * variables that are still to be added. Text in a kept secret that names no variable is never said. Throws 403 at the fields,
 * 400 for who may edit variables.
 */
export async function requireVariables(db: Reader, teamId: string, defined: Confirmed): Promise<void> {
  const confirmed = new Set(defined.confirmed);
  const names = namesInSecrets(defined).filter((name) => !confirmed.has(name));
  if (names.length === 0) return;
  const known = await findVariables(db, teamId, { names });
  const isKnown = new Set(known.map(({ name }) => name));
  const isSecret = new Set(known.filter(({ secret }) => secret).map(({ name }) => name));
  const { mayRead = false, kept = [] } = defined.sent ?? {};
  const issues = namesByPath(defined).flatMap(({ path, field, names: all }) => {
    const own = all.filter((name) => !confirmed.has(name));
    const isKept = kept.includes(path);
    const secret = own.find((name) => isSecret.has(name));
    const unknown = isKept ? undefined : own.find((name) => !isKnown.has(name) && usualName.test(name));
    const again = mayRead ? `Enter ${field} again` : `Ask somebody who may edit variables to enter ${field} again`;
    if (secret !== undefined && isKept)
      return [
        { path, message: `{${secret}} is a secret variable that is not confirmed here. ${again} to confirm it.` },
      ];
    if (secret === undefined && unknown === undefined) return [];
    const what = secret === undefined ? `There is no variable {${unknown}} yet` : `{${secret}} is a secret variable`;
    return [{ path, message: `${what}: only who may edit variables can use it here.` }];
  });
  if (issues.length === 0) return;
  const { message, extra } = invalidDefinition(issues);
  throw mayRead ? invalidDefinition(issues) : new AppError("forbidden", message, { ...extra, permission });
}

/** Until the transaction ends the variables are neither renamed, nor deleted, nor made secret. */
export const holdNamed = (tx: Tx, teamId: string, defined: Confirmed) =>
  holdVariables(tx, teamId, { names: namesInSecrets(defined) });

/** Holds the variables in a definition that is written, and checks once more that they may stand there. */
export async function holdRequired(tx: Tx, teamId: string, defined: Confirmed): Promise<void> {
  await holdNamed(tx, teamId, defined);
  await requireVariables(tx, teamId, defined);
}

/** A secret variable that nobody has confirmed in a definition, with the field where it stands. */
function unconfirmedIn(defined: Confirmed, known: readonly VariableRow[]): { name: string; field: string } | undefined {
  const { confirmed } = defined;
  const unconfirmed = known.filter(({ name, secret }) => secret && !confirmed.includes(name)).map(({ name }) => name);
  for (const { field, names } of namesByPath(defined)) {
    const name = names.find((one) => unconfirmed.includes(one));
    if (name !== undefined) return { name, field };
  }
  return undefined;
}

function problemOf({ name, field }: { name: string; field: string }, revision: Loaded["revision"]): string {
  const where = revision ? `revision ${revision.number} of this tool` : "this definition";
  const problem = `{${name}} is a secret variable that is not confirmed in ${where}. Somebody who may edit variables has to`;
  if (!revision || revision.applied) return `${problem} enter ${field} again and save the tool.`;
  return `${problem} apply this revision, enter ${field} again and save the tool. An agent that stays with this revision can be given another one instead.`;
}

/** Why a definition cannot be called: it names a secret variable that nobody has confirmed in it. */
export function secretProblem(defined: Loaded, known: readonly VariableRow[]): string | undefined {
  const found = unconfirmedIn(defined, known);
  return found && problemOf(found, defined.revision);
}

/**
 * How a revision stands once it is applied where a secret variable is not confirmed in it; else undefined. Applying confirms
 * nothing, as names are hidden behind masks. Throws 403 where the caller could not confirm it either.
 */
export async function appliedStanding(
  tx: Tx,
  teamId: string,
  { revision, ...defined }: Loaded,
  permissions: Checker,
): Promise<Standing | undefined> {
  const found = unconfirmedIn(defined, await findVariables(tx, teamId, { names: namesInSecrets(defined) }));
  if (!found) return undefined;
  if (!mayReadSecrets(permissions)) throw new AppError("forbidden", problemOf(found, revision), { permission });
  return { state: "error", stateMessage: problemOf(found, revision && { ...revision, applied: true }) };
}
