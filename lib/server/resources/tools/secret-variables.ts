import { Permission } from "@/lib/permissions/bits";
import type { Checker } from "@/lib/permissions/checker";
import { findVariables, type VariableRow } from "../../engine/variables/variables";
import type { Reader, Tx } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { lockVariables } from "../references/variables";
import { type ConfirmedDefinition, createDefinitionError, listNamesByPath, listNamesInSecrets } from "./definition";
import type { MergedDefinition } from "./merge-secrets";
import type { LoadedDefinition } from "./revisions";
import type { ToolStatus } from "./types/kind";

const permission = Permission.EDIT_VARIABLE;

/** Whether someone may let their own code read stored secrets. */
export const canReadSecrets = (permissions: Checker): boolean => permissions.has(permission);

/**
 * Adds the names of secret variables allowed in it: all names entered by someone who may edit variables; for a retained secret,
 * those confirmed in the stored definition.
 */
export function addConfirmedNames(
  { defined, sent }: MergedDefinition,
  stored: ConfirmedDefinition | undefined,
): ConfirmedDefinition {
  const before = new Set(stored?.confirmed);
  const kept = new Set(sent.kept);
  const confirmed = listNamesByPath(defined).flatMap(({ path, names }) => {
    if (kept.has(path)) return names.filter((name) => before.has(name));
    return sent.canRead ? names : [];
  });
  return { ...defined, confirmed: [...new Set(confirmed)], sent };
}

/** Usual variable names. Other text in braces, such as JSON, counts as a variable only if it exists. */
const namePattern = /^[\p{L}\p{N}_.-]+$/u;

/**
 * Rejects unconfirmed secret variables, which code could read, and names of missing variables. Text of a retained secret that
 * is not a variable is never revealed. Throws 403 at the fields, or 400 for someone who may edit variables.
 */
export async function requireVariables(db: Reader, teamId: string, defined: ConfirmedDefinition): Promise<void> {
  const confirmed = new Set(defined.confirmed);
  const names = listNamesInSecrets(defined).filter((name) => !confirmed.has(name));
  if (names.length === 0) return;
  const known = await findVariables(db, teamId, { names });
  const isKnown = new Set(known.map(({ name }) => name));
  const isSecret = new Set(known.filter(({ secret }) => secret).map(({ name }) => name));
  const { canRead = false, kept = [] } = defined.sent ?? {};
  const issues = listNamesByPath(defined).flatMap(({ path, field, names: all }) => {
    const own = all.filter((name) => !confirmed.has(name));
    const isKept = kept.includes(path);
    const secret = own.find((name) => isSecret.has(name));
    const unknown = isKept ? undefined : own.find((name) => !isKnown.has(name) && namePattern.test(name));
    const hint = canRead ? `Enter “${field}” again` : `Ask a member who can edit variables to enter “${field}” again`;
    if (secret !== undefined && isKept)
      return [
        {
          path,
          message: `{${secret}} is a secret variable, and this tool isn't allowed to use it yet. ${hint} to allow it.`,
        },
      ];
    if (secret === undefined && unknown === undefined) return [];
    const message =
      secret === undefined
        ? `The variable {${unknown}} doesn't exist. Only members who can edit variables can use a variable here before it is created.`
        : `{${secret}} is a secret variable. Only members who can edit variables can use it here.`;
    return [{ path, message }];
  });
  if (issues.length === 0) return;
  const { message, extra } = createDefinitionError(issues);
  throw canRead ? createDefinitionError(issues) : new AppError("forbidden", message, { ...extra, permission });
}

/** Locks the named variables against renaming, deletion and becoming secret until the transaction ends. */
export const lockNamedVariables = (tx: Tx, teamId: string, defined: ConfirmedDefinition) =>
  lockVariables(tx, teamId, { names: listNamesInSecrets(defined) });

/** Locks a definition's variables, and checks again that they are allowed. */
export async function lockRequiredVariables(tx: Tx, teamId: string, defined: ConfirmedDefinition): Promise<void> {
  await lockNamedVariables(tx, teamId, defined);
  await requireVariables(tx, teamId, defined);
}

/** An unconfirmed secret variable in a definition, with its field. */
function findUnconfirmed(
  defined: ConfirmedDefinition,
  known: readonly VariableRow[],
): { name: string; field: string } | undefined {
  const { confirmed } = defined;
  const unconfirmed = known.filter(({ name, secret }) => secret && !confirmed.includes(name)).map(({ name }) => name);
  for (const { field, names } of listNamesByPath(defined)) {
    const name = names.find((one) => unconfirmed.includes(one));
    if (name !== undefined) return { name, field };
  }
  return undefined;
}

function describeProblem(
  { name, field }: { name: string; field: string },
  revision: LoadedDefinition["revision"],
): string {
  const what = revision ? `Revision ${revision.number} of this tool` : "This definition";
  const problem = `${what} isn't allowed to use the secret variable {${name}}. A member who can edit variables must`;
  if (!revision || revision.applied) return `${problem} enter “${field}” again and save the tool.`;
  return `${problem} apply this revision, enter “${field}” again and save the tool. Or choose another revision for agents that are pinned to this one.`;
}

/** The error of a definition with an unconfirmed secret variable. */
export function findSecretProblem(defined: LoadedDefinition, known: readonly VariableRow[]): string | undefined {
  const found = findUnconfirmed(defined, known);
  return found && describeProblem(found, defined.revision);
}

/**
 * The status of a revision with an unconfirmed secret variable; otherwise undefined. Applying it does not confirm names, which
 * are hidden by masks. Throws 403 when the caller may not confirm it either.
 */
export async function findAppliedStatus(
  tx: Tx,
  teamId: string,
  { revision, ...defined }: LoadedDefinition,
  permissions: Checker,
): Promise<ToolStatus | undefined> {
  const found = findUnconfirmed(defined, await findVariables(tx, teamId, { names: listNamesInSecrets(defined) }));
  if (!found) return undefined;
  if (!canReadSecrets(permissions)) throw new AppError("forbidden", describeProblem(found, revision), { permission });
  return { state: "error", stateMessage: describeProblem(found, revision && { ...revision, applied: true }) };
}
