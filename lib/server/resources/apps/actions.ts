import { and, eq } from "drizzle-orm";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { checkVersion, editedBy, lockRow, toCopy } from "../../platform/db/query/edit";
import { apps, type SharingConfig } from "../../platform/db/tables/apps";
import { invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { lockTaskContexts } from "../references/tasks";
import { lockVariables } from "../references/variables";
import { bindLink } from "../shares/actions";
import { moveToTrash } from "../trash/service";
import { withTaskIds } from "./flow";
import { checkApp, type Form, toAppColumns } from "./form";
import { type AppRow, getApp, viewApp } from "./queries";
import { noSchedule, toScheduleColumns } from "./schedule";

type Caller = Viewer & Pick<TeamCallContext, "team">;

const newSharing: SharingConfig = { mode: "team", emails: [] };

export async function createApp(tx: Tx, caller: Caller, sent: Form & Pick<AppRow, "name" | "type">): Promise<string> {
  const { teamId, accountId } = caller;
  const form = withTaskIds(sent);
  const { sharingConfig = newSharing, ...columns } = toAppColumns(form);
  const { name, type } = form;
  const row = { ...columns, id: newId("app"), teamId, createdBy: accountId, name, type, sharingConfig };
  const times = form.schedule && (await toScheduleColumns(tx, caller, form.schedule, { ...row, ...noSchedule }));
  await lockVariables(tx, teamId, { ids: form.variableIds });
  // Prevents deleting tasks that are being added to an app, or changing their dependencies.
  await lockTaskContexts(tx, teamId);
  await checkApp(tx, caller, form);
  await tx.insert(apps).values({ ...row, ...times });
  if (form.shareLinkShareId) await bindLink(tx, teamId, form.shareLinkShareId, row.id);
  return row.id;
}

/** Updates the sent fields. Throws 409 with the current app for an outdated version. */
export async function updateApp(
  tx: Tx,
  caller: Caller,
  id: string,
  { version, ...form }: Form & { version?: number | undefined },
): Promise<void> {
  const { teamId, accountId } = caller;
  const sent = withTaskIds(form);
  const known = sent.schedule && (await getApp(tx, caller, id));
  const times = sent.schedule && known && (await toScheduleColumns(tx, caller, sent.schedule, known));
  await lockVariables(tx, teamId, { ids: sent.variableIds });
  await lockTaskContexts(tx, teamId);
  await lockRow(tx, apps, teamId, id);
  const row = await getApp(tx, caller, id);
  if (version !== undefined && version !== row.version)
    checkVersion(row.version, version, "app", await viewApp(tx, caller, id));
  if (sent.type !== undefined && sent.type !== row.type) throw invalidField("type", "An app's type can't be changed.");
  await checkApp(tx, caller, sent, row);
  await tx
    .update(apps)
    .set({
      ...toAppColumns(sent, row),
      ...times,
      ...editedBy(accountId),
    })
    .where(and(eq(apps.teamId, teamId), eq(apps.id, id)));
  if (sent.shareLinkShareId) await bindLink(tx, teamId, sent.shareLinkShareId, id);
}

/** A copy is not scheduled until someone enables that. */
export async function duplicateApp(tx: Tx, caller: Viewer, sourceId: string): Promise<string> {
  const { teamId, accountId } = caller;
  const row = toCopy(await getApp(tx, caller, sourceId), newId("app"), accountId);
  const there = await lockVariables(tx, teamId, { ids: row.variableIds });
  await tx.insert(apps).values({ ...row, ...noSchedule, variableIds: row.variableIds.filter((id) => there.has(id)) });
  return row.id;
}

/** Deletes an app. Never blocked, because sessions keep their app's name. Returns its id in the trash. */
export async function deleteApp(tx: Tx, caller: Viewer, id: string): Promise<string> {
  await lockRow(tx, apps, caller.teamId, id);
  return moveToTrash(tx, caller, "app", await getApp(tx, caller, id));
}

/** Records when a scheduled app runs next, or why it does not. */
export const updateOccurrence = (tx: Tx, id: string, change: Pick<Partial<AppRow>, "nextDue" | "schedulePaused">) =>
  tx.update(apps).set(change).where(eq(apps.id, id));
