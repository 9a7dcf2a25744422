import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { variableForm } from "@/lib/contract/variables/schemas";
import type { Viewer } from "../../access/visibility/visible";
import { decryptValue, toStoredValue } from "../../engine/variables/variables";
import type { Tx } from "../../platform/db/client";
import { checkUnused, checkVersion, editedBy, lockRow } from "../../platform/db/query/edit";
import { variables } from "../../platform/db/tables/variables";
import { newId } from "../../platform/ids/ids";
import { lockReferrers } from "../references/release";
import { listUsers } from "../references/users";
import { moveToTrash } from "../trash/service";
import { checkName, checkRename, checkSecret, findCopyName, requireMinLength, toChangedValue } from "./edit";
import { getVariable, viewVariable } from "./queries";

type Form = z.output<typeof variableForm>;

export async function createVariable(tx: Tx, { teamId, accountId }: Viewer, form: Form): Promise<string> {
  const row = { ...form, id: newId("variable"), teamId, createdBy: accountId };
  await checkName(tx, teamId, form.name);
  if (form.secret) await checkSecret(tx, teamId, form.name);
  requireMinLength(form.secret, form.defaultValue);
  await tx.insert(variables).values({ ...row, defaultValue: toStoredValue(row, form.defaultValue) });
  return row.id;
}

/** Updates the sent fields. Throws 409 with the current variable for an outdated version. */
export async function updateVariable(
  tx: Tx,
  caller: Viewer,
  id: string,
  { version, ...sent }: Partial<Form> & { version?: number | undefined },
): Promise<void> {
  const { teamId, accountId } = caller;
  await lockRow(tx, variables, teamId, id);
  const row = await getVariable(tx, teamId, id);
  if (version !== undefined && version !== row.version)
    checkVersion(row.version, version, "variable", await viewVariable(tx, teamId, id));
  const after = { ...row, ...sent };
  if (after.name !== row.name) await checkRename(tx, caller, row, after.name);
  if (after.secret && (!row.secret || after.name !== row.name)) await checkSecret(tx, teamId, after.name, id);
  const value = toChangedValue(row, sent);
  await tx
    .update(variables)
    .set({
      ...sent,
      defaultValue: toStoredValue(after, value),
      ...editedBy(accountId),
    })
    .where(and(eq(variables.teamId, teamId), eq(variables.id, id)));
}

export async function duplicateVariable(tx: Tx, { teamId, accountId }: Viewer, sourceId: string): Promise<string> {
  const row = await getVariable(tx, teamId, sourceId);
  const { description, secret } = row;
  const name = await findCopyName(tx, teamId, row.name);
  if (secret) await checkSecret(tx, teamId, name);
  const copy = { id: newId("variable"), teamId, name, description, secret, createdBy: accountId };
  await tx.insert(variables).values({ ...copy, defaultValue: toStoredValue(copy, decryptValue(row)) });
  return copy.id;
}

/** Deletes a variable. Throws 409 naming what uses it, unless forced. Returns its id in the trash. */
export async function deleteVariable(tx: Tx, caller: Viewer, id: string, force: boolean | undefined): Promise<string> {
  const { teamId } = caller;
  await lockReferrers(tx, teamId, "variable", [id]);
  // Locked, so that a rename or a second deletion waits.
  await lockRow(tx, variables, teamId, id);
  const row = await getVariable(tx, teamId, id);
  checkUnused(await listUsers(tx, caller, "variable", { ids: [id], name: row.name }), force);
  return moveToTrash(tx, caller, "variable", row);
}
