import { and, eq } from "drizzle-orm";
import { secretValueMin, variableNameMax } from "@/lib/constants/limits";
import { truncate } from "@/lib/utils/text/truncate";
import type { Viewer } from "../../access/visibility/visible";
import { deleteValue } from "../../engine/runs/sessions";
import { decryptValue, type VariableRow } from "../../engine/variables/variables";
import { isMaskOf } from "../../platform/crypto/mask";
import type { Tx } from "../../platform/db/client";
import { nameUser } from "../../platform/db/query/edit";
import { variables } from "../../platform/db/tables/variables";
import { AppError, invalidField } from "../../platform/errors/errors";
import { listUsers } from "../references/users";
import { findPromptUsers, findSettingTask } from "./queries";

export async function isTaken(tx: Tx, teamId: string, name: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: variables.id })
    .from(variables)
    .where(and(eq(variables.teamId, teamId), eq(variables.name, name)));
  return row !== undefined;
}

export async function checkName(tx: Tx, teamId: string, name: string): Promise<void> {
  if (!(await isTaken(tx, teamId, name))) return;
  const message = `Your team already has a variable named ${name}.`;
  throw new AppError("conflict", message, { issues: [{ path: "name", message }] });
}

/** Prompts refer to it by name, so a variable in use cannot be renamed. */
export async function checkRename(tx: Tx, viewer: Viewer, row: VariableRow, name: string): Promise<void> {
  const usedBy = await listUsers(tx, viewer, "variable", { ids: [row.id], name: row.name });
  const [first] = usedBy;
  if (first) {
    const message = `This variable can't be renamed because the ${nameUser(first)}${usedBy.length > 1 ? " and other items use" : " uses"} it.`;
    throw new AppError("conflict", message, { usedBy, issues: [{ path: "name", message }] });
  }
  await checkName(tx, viewer.teamId, name);
}

/**
 * A variable used in prompts cannot become secret. Session values stored under its name are deleted, because they are
 * unencrypted.
 */
export async function checkSecret(tx: Tx, teamId: string, name: string, id?: string): Promise<void> {
  const [user] = await findPromptUsers(tx, teamId, name);
  if (user)
    throw invalidField(
      "secret",
      user.type === "app"
        ? `A branch of an app reads ${name}. Branches can't read secret variables.` // It may be private.
        : `The ${user.type} “${user.name}” uses {${name}} in a prompt, where secrets can't be used.`,
    );
  const setter = id && (await findSettingTask(tx, teamId, id));
  if (setter)
    throw invalidField("secret", `The task “${setter}” sets this variable. Tasks can't set secret variables.`);
  await deleteValue(tx, teamId, name);
}

export function requireMinLength(secret: boolean, value: string): void {
  if (secret && value && value.length < secretValueMin)
    throw invalidField("defaultValue", `Use at least ${secretValueMin} characters for a secret.`);
}

/** The decrypted value after an edit: a mask keeps the stored one. */
export function toChangedValue(row: VariableRow, sent: { defaultValue?: string; secret?: boolean }): string {
  const stored = decryptValue(row);
  const given = sent.defaultValue;
  const isKept = given === undefined || (row.secret && stored !== "" && isMaskOf(given, stored));
  const secret = sent.secret ?? row.secret;
  if (isKept && row.secret && !secret && stored)
    throw invalidField("defaultValue", "Enter the value again: it would no longer be secret.");
  const value = isKept ? stored : given;
  requireMinLength(secret, value);
  return value;
}

/** `name_copy`, or the first free number after it. */
export async function findCopyName(tx: Tx, teamId: string, name: string): Promise<string> {
  for (let i = 1; ; i += 1) {
    const end = i === 1 ? "_copy" : `_copy${i}`;
    const copy = `${truncate(name, variableNameMax - end.length)}${end}`;
    if (!(await isTaken(tx, teamId, copy))) return copy;
  }
}
