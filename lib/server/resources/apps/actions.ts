import { and, eq } from "drizzle-orm";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import { toFlow } from "@/lib/contract/apps/flow-parts";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { changedMeanwhile, editedBy, lockRow, toCopy } from "../../platform/db/query/edit";
import { apps, type SharingConfig } from "../../platform/db/tables/apps";
import { newId } from "../../platform/ids/ids";
import type { Gate } from "../gate/service";
import { lockVariables } from "../references/variables";
import { addRevision, type Choice, type LockedContent, lockContent } from "../revisions/actions";
import { bindLink } from "../shares/actions";
import { moveToTrash } from "../trash/service";
import { withSteps } from "./flow";
import { checkApp, type Form, toAppColumns, toFormDefinition } from "./form";
import { lockApp, lockReferences } from "./lock";
import { type AppRow, getApp, viewApp } from "./queries";
import { getProcess, revisionsOfApps, toDefinition, toDefinitionColumns } from "./revisions";
import { noSchedule, toScheduleColumns } from "./schedule";

export type Caller = Viewer & Pick<TeamCallContext, "team">;

const newSharing: SharingConfig = { mode: "team", emails: [] };

export async function createApp(
  tx: Tx,
  caller: Caller,
  { note, ...sent }: Form & Pick<AppRow, "name" | "type"> & { note?: string | undefined },
): Promise<string> {
  const { teamId, accountId } = caller;
  const form = withSteps(sent);
  const { name, type } = form;
  const { sharingConfig = newSharing, ...columns } = toAppColumns(form);
  const definition = type === "process" ? toFormDefinition(form) : undefined;
  const own = { id: newId("app"), teamId, createdBy: accountId, name, type, sharingConfig };
  const row = { ...columns, ...(definition && { ...toDefinitionColumns(definition), revision: 1 }), ...own };
  const times = form.schedule && (await toScheduleColumns(tx, caller, form.schedule, { ...row, ...noSchedule }));
  await lockReferences(tx, teamId, form);
  await checkApp(tx, caller, form);
  await tx.insert(apps).values({ ...row, ...times });
  if (definition)
    await revisionsOfApps.insert(tx, { ownerId: row.id, number: 1, definition, note, createdBy: accountId });
  if (form.shareLinkShareId) await bindLink(tx, teamId, form.shareLinkShareId, row.id);
  return row.id;
}

export type OtherColumns = Partial<typeof apps.$inferInsert>;

/** Writes an edit of columns of a locked app that are not part of its revisions. */
export const updateColumns = (tx: Tx, { teamId, accountId }: Viewer, id: string, columns: OtherColumns = {}) =>
  tx
    .update(apps)
    .set({ ...columns, ...editedBy(accountId) })
    .where(and(eq(apps.teamId, teamId), eq(apps.id, id)));

type ProcessContent = LockedContent<AppDefinition, AppRow>;

interface Applied {
  note?: string | undefined;
  /** Other columns. */
  columns?: OtherColumns;
  /** Also if the definition is already the applied one. */
  endsRollout?: boolean;
}

/**
 * Makes a definition, whose references have been checked, the process's applied revision. The same one makes no new revision.
 * Returns the revision's number.
 */
export async function applyDefinition(
  tx: Tx,
  caller: Viewer,
  { row, definition, number }: ProcessContent,
  { note, columns, endsRollout }: Applied,
  gate: Gate,
): Promise<number> {
  const change = { owner: row, applied: toDefinition(row), definition, number, note, createdBy: caller.accountId };
  const revision = await addRevision(revisionsOfApps, tx, change);
  const isNew = revision !== row.revision;
  const override = isNew ? await gate(tx, row.teamId, { revision, processes: { [row.id]: definition } }) : row.override;
  const rollout = isNew || endsRollout ? null : row.rollout;
  const own = { ...toDefinitionColumns(definition), revision, override, rollout };
  await updateColumns(tx, caller, row.id, { ...columns, ...own });
  return revision;
}

/** Locks a process to apply or roll out its draft or a revision, whose references are checked. */
export async function lockToUse(
  tx: Tx,
  caller: Viewer,
  id: string,
  verb: "apply" | "roll out",
  { version, revisionId }: Choice,
): Promise<ProcessContent> {
  const content = await lockContent(revisionsOfApps, tx, {
    owner: await getProcess(tx, caller, id),
    revisionId,
    verb,
    lock: ({ variableIds, branches }) => lockApp(tx, caller, id, { version, variableIds, branches }),
    changed: async () => changedMeanwhile("app", await viewApp(tx, caller, id)),
  });
  const { after: _after, within: _within, ...form } = content.definition;
  await checkApp(tx, caller, { ...form, flow: toFlow(content.definition) }, content.row);
  return content;
}

/** Applies a process's draft or a revision, which ends a rollout. Returns the number of the applied revision. */
export async function applyApp(tx: Tx, caller: Viewer, id: string, choice: Choice, gate: Gate): Promise<number> {
  const content = await lockToUse(tx, caller, id, "apply", choice);
  return applyDefinition(tx, caller, content, { note: choice.note, endsRollout: true }, gate);
}

export async function discardDraft(tx: Tx, caller: Viewer, id: string): Promise<void> {
  await getProcess(tx, caller, id);
  await lockApp(tx, caller, id, {});
  await revisionsOfApps.deleteDraft(tx, id);
  await updateColumns(tx, caller, id);
}

/** A copy is not scheduled until someone enables that. */
export async function duplicateApp(tx: Tx, caller: Viewer, sourceId: string): Promise<string> {
  const { teamId, accountId } = caller;
  const row = toCopy(await getApp(tx, caller, sourceId), newId("app"), accountId);
  const there = await lockVariables(tx, teamId, { ids: row.variableIds, names: row.promptNames });
  const isProcess = row.type === "process";
  const variableIds = row.variableIds.filter((id) => there.has(id));
  const copy = { ...row, ...noSchedule, variableIds, revision: isProcess ? 1 : null, rollout: null };
  await tx.insert(apps).values(copy);
  const first = { ownerId: row.id, number: 1, definition: toDefinition(copy), createdBy: accountId };
  if (isProcess) await revisionsOfApps.insert(tx, first);
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
