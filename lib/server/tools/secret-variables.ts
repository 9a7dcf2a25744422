import type { Defined } from "@/lib/contract/tool-kinds/all";
import { Permission } from "@/lib/permissions/bits";
import type { Checker } from "@/lib/permissions/checker";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import { findVariables } from "../variables/service";
import { keepsSecrets, namesByPath, namesInSecrets } from "./definition";

/** Whether somebody may have stored secrets read by code of their own. */
export const mayReadSecrets = (permissions: Checker): boolean => permissions.has(Permission.EDIT_VARIABLE);

/**
 * Refuses secret variables, and names of variables that are still to be added, in place of a tool's secrets: code could
 * read them. Those that the stored definition names stay where nothing changes that reads them. Throws 403 at the fields.
 */
export async function requireVariables(
  db: Pick<Db, "select">,
  teamId: string,
  defined: Defined,
  stored: Defined | undefined,
  permissions: Checker,
): Promise<void> {
  const stay = new Set(stored && keepsSecrets(defined, stored) ? namesInSecrets(stored) : []);
  const names = namesInSecrets(defined).filter((name) => !stay.has(name));
  if (names.length === 0 || mayReadSecrets(permissions)) return;
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
