import { and, eq, sql } from "drizzle-orm";
import { secretValueMin, variableNameMax } from "@/lib/constants/limits";
import { cutText } from "@/lib/utils/cut-text";
import { agents } from "../agents/table";
import { apps } from "../apps/table";
import { isMaskOf } from "../crypto/mask";
import type { Tx } from "../db/client";
import { AppError, invalidField } from "../http/errors";
import type { Viewer } from "../sessions/service";
import { sessions } from "../sessions/table";
import { tasks } from "../tasks/table";
import { promptsWith, taskSetting, usersOfVariable } from "./queries";
import { openValue, type VariableRow } from "./service";
import { variables } from "./table";

async function isTaken(tx: Tx, teamId: string, name: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: variables.id })
    .from(variables)
    .where(and(eq(variables.teamId, teamId), eq(variables.name, name)));
  return row !== undefined;
}

export async function checkName(tx: Tx, teamId: string, name: string): Promise<void> {
  if (!(await isTaken(tx, teamId, name))) return;
  const message = `Your team has a variable ${name} already.`;
  throw new AppError("conflict", message, { issues: [{ path: "name", message }] });
}

/** Prompts know it by its name, so what is in use keeps it. */
export async function checkRename(tx: Tx, viewer: Viewer, row: VariableRow, name: string): Promise<void> {
  const usedBy = await usersOfVariable(tx, viewer, row);
  const [first] = usedBy;
  if (first) {
    const message = `Not renamed: ${first.type} "${first.name}"${usedBy.length > 1 ? " and others use" : " uses"} this.`;
    throw new AppError("conflict", message, { usedBy, issues: [{ path: "name", message }] });
  }
  await checkName(tx, viewer.teamId, name);
}

/**
 * A secret one stands in no prompt. Values that sessions were given under its name while it was none are forgotten: they
 * lie there in clear.
 */
export async function checkSecret(tx: Tx, teamId: string, name: string, id?: string): Promise<void> {
  const [user] = await promptsWith(tx, teamId, name);
  if (user)
    throw invalidField(
      "secret",
      `The ${user.type} "${user.name}" has {${name}} in a prompt, where no secret can stand.`,
    );
  const setter = id && (await taskSetting(tx, teamId, id));
  if (setter) throw invalidField("secret", `The task "${setter}" sets it, and what a task writes is no secret.`);
  await tx
    .update(sessions)
    .set({ variables: sql`${sessions.variables} - ${name}::text` })
    .where(and(eq(sessions.teamId, teamId), sql`${sessions.variables} ? ${name}`));
}

export function requireLong(secret: boolean, value: string): void {
  if (secret && value && value.length < secretValueMin)
    throw invalidField("defaultValue", `Use at least ${secretValueMin} characters for a secret.`);
}

/** The value after an edit, in clear: a mask sent back keeps the stored one, which is never shown by an edit. */
export function changedValue(row: VariableRow, sent: { defaultValue?: string; secret?: boolean }): string {
  const stored = openValue(row);
  const given = sent.defaultValue;
  const kept = given === undefined || (row.secret && stored !== "" && isMaskOf(given, stored));
  const secret = sent.secret ?? row.secret;
  if (kept && row.secret && !secret && stored)
    throw invalidField("defaultValue", "Enter the value again: it would no longer be secret.");
  const value = kept ? stored : given;
  requireLong(secret, value);
  return value;
}

/** `name_copy`, or the first number after it that is free. */
export async function copyNameOf(tx: Tx, teamId: string, name: string): Promise<string> {
  for (let i = 1; ; i += 1) {
    const end = i === 1 ? "_copy" : `_copy${i}`;
    const copy = `${cutText(name, variableNameMax - end.length)}${end}`;
    if (!(await isTaken(tx, teamId, copy))) return copy;
  }
}

export async function removeReferences(tx: Tx, teamId: string, id: string): Promise<void> {
  for (const table of [agents, apps])
    await tx
      .update(table)
      .set({ variableIds: sql`array_remove(${table.variableIds}, ${id})` })
      .where(and(eq(table.teamId, teamId), sql`${table.variableIds} @> array[${id}]`));
  // Which also forget it where they name it: the output's by the row's own reference.
  const forgotten = sql`(select coalesce(jsonb_agg(case when field->>'variableId' = ${id} then field - 'variableId' else field end order by n), '[]') from jsonb_array_elements(${tasks.formFields}) with ordinality t (field, n))`;
  await tx
    .update(tasks)
    .set({ variableIds: sql`array_remove(${tasks.variableIds}, ${id})`, formFields: forgotten })
    .where(and(eq(tasks.teamId, teamId), sql`${tasks.variableIds} @> array[${id}]`));
}
