import { and, eq } from "drizzle-orm";
import type { AppDefinition } from "@/lib/contract/apps/definition";
import { sameJson } from "@/lib/utils/json/same-json";
import type { TeamCallContext } from "../../access/calls/implement";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { changedMeanwhile, editedBy, lockRow, toCopy } from "../../platform/db/query/edit";
import { apps, type SharingConfig } from "../../platform/db/tables/apps";
import { invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import type { Gate } from "../gate/service";
import { lockVariables } from "../references/variables";
import { addRevision, lockToApply } from "../revisions/service";
import { bindLink } from "../shares/actions";
import { moveToTrash } from "../trash/service";
import { withTaskIds } from "./flow";
import { checkApp, type Form, toAppColumns, toFormDefinition } from "./form";
import { lockApp, lockReferences } from "./lock";
import { type AppRow, getApp, viewApp } from "./queries";
import { getProcess, requireProcess, revisionsOfApps, toDefinition, toDefinitionColumns } from "./revisions";
import { noSchedule, toScheduleColumns } from "./schedule";

type Caller = Viewer & Pick<TeamCallContext, "team">;

const newSharing: SharingConfig = { mode: "team", emails: [] };

export async function createApp(
  tx: Tx,
  caller: Caller,
  { note, ...sent }: Form & Pick<AppRow, "name" | "type"> & Pick<Saving, "note">,
): Promise<string> {
  const { teamId, accountId } = caller;
  const form = withTaskIds(sent);
  const { name, type } = form;
  const { sharingConfig = newSharing, ...columns } = toAppColumns(form);
  const definition = type === "process" ? toFormDefinition(form) : undefined;
  const own = { id: newId("app"), teamId, createdBy: accountId, name, type, sharingConfig };
  const row = { ...columns, ...(definition && { ...toDefinitionColumns(definition), revision: 1 }), ...own };
  const times = form.schedule && (await toScheduleColumns(tx, caller, form.schedule, { ...row, ...noSchedule }));
  await lockReferences(tx, teamId, form.variableIds);
  await checkApp(tx, caller, form);
  await tx.insert(apps).values({ ...row, ...times });
  if (definition)
    await revisionsOfApps.insert(tx, { ownerId: row.id, number: 1, definition, note, createdBy: accountId });
  if (form.shareLinkShareId) await bindLink(tx, teamId, form.shareLinkShareId, row.id);
  return row.id;
}

interface Saving {
  /** The version that the caller has read. */
  version?: number | undefined;
  /** Of a process. True: saves the definition as a draft, and applies nothing. False: discards it. */
  draft?: boolean | undefined;
  note?: string | undefined;
}

/**
 * Changes the sent fields. Those that a process's revisions hold change its draft, or what is applied, which makes a new revision;
 * all others are changed immediately. Throws 409 with the current app for an outdated version.
 */
export async function updateApp(
  tx: Tx,
  caller: Caller,
  id: string,
  { version, draft, note, ...form }: Form & Saving,
  gate: Gate,
): Promise<void> {
  const sent = withTaskIds(form);
  const known = sent.schedule && (await getApp(tx, caller, id));
  const times = sent.schedule && known && (await toScheduleColumns(tx, caller, sent.schedule, known));
  const row = await lockApp(tx, caller, id, { version, variableIds: sent.variableIds });
  if (sent.type !== undefined && sent.type !== row.type) throw invalidField("type", "An app's type can't be changed.");
  if (draft) requireProcess(row);
  const stored = draft && (await revisionsOfApps.findDraft(tx, id));
  const base = stored ? { ...row, ...toDefinitionColumns(stored.definition) } : row;
  await checkApp(tx, caller, sent, base);
  const columns = { ...toAppColumns(sent, row), ...times };
  if (row.type === "chat") await saveChat(tx, caller, row, columns, gate);
  else await saveDefinition(tx, caller, row, { definition: toFormDefinition(sent, base), draft, note, columns }, gate);
  if (sent.shareLinkShareId) await bindLink(tx, caller.teamId, sent.shareLinkShareId, id);
}

/** What decides a chat's answers has no draft. */
async function saveChat(tx: Tx, caller: Viewer, row: AppRow, columns: OtherColumns, gate: Gate): Promise<void> {
  const pick = ({ agentId, agentRevisions, variableIds }: AppRow) => ({ agentId, agentRevisions, variableIds });
  const sent = Object.entries(columns).filter(([, value]) => value !== undefined);
  const after = pick({ ...row, ...Object.fromEntries(sent) });
  const override = sameJson(after, pick(row))
    ? row.override
    : await gate(tx, row.teamId, { chats: { [row.id]: after } });
  await updateColumns(tx, caller, row.id, { ...columns, override });
}

interface Changed extends Saving {
  definition: AppDefinition;
  /** Other columns. */
  columns: OtherColumns;
}

async function saveDefinition(
  tx: Tx,
  caller: Viewer,
  row: AppRow,
  { definition, draft, note, columns }: Changed,
  gate: Gate,
): Promise<void> {
  if (draft === false) await revisionsOfApps.deleteDraft(tx, row.id);
  if (!draft) {
    await applyDefinition(tx, caller, row, { definition, note, columns }, gate);
    return;
  }
  await revisionsOfApps.saveDraft(tx, row.id, definition, caller.accountId);
  await updateColumns(tx, caller, row.id, columns);
}

type OtherColumns = Partial<typeof apps.$inferInsert>;

/** Writes an edit of columns of a locked app that are not part of its revisions. */
const updateColumns = (tx: Tx, { teamId, accountId }: Viewer, id: string, columns: OtherColumns = {}) =>
  tx
    .update(apps)
    .set({ ...columns, ...editedBy(accountId) })
    .where(and(eq(apps.teamId, teamId), eq(apps.id, id)));

/**
 * Makes a definition, whose references have been checked, the process's applied revision. The same one makes no new revision.
 * Returns the revision's number.
 */
async function applyDefinition(
  tx: Tx,
  caller: Viewer,
  row: AppRow,
  { definition, note, columns }: Omit<Changed, "draft" | "version">,
  gate: Gate,
): Promise<number> {
  const change = { owner: row, applied: toDefinition(row), definition, note, createdBy: caller.accountId };
  const revision = await addRevision(revisionsOfApps, tx, change);
  const override =
    revision === row.revision
      ? row.override
      : await gate(tx, row.teamId, { revision, processes: { [row.id]: definition } });
  await updateColumns(tx, caller, row.id, { ...columns, ...toDefinitionColumns(definition), revision, override });
  return revision;
}

interface Applied extends Omit<Saving, "draft"> {
  /** An earlier revision; otherwise the draft is applied. */
  revisionId?: string | undefined;
}

/** Applies a process's draft or an earlier revision. Returns the number of the applied revision. */
export async function applyApp(
  tx: Tx,
  caller: Viewer,
  id: string,
  { version, note, revisionId }: Applied,
  gate: Gate,
): Promise<number> {
  const { row, definition } = await lockToApply(revisionsOfApps, tx, {
    owner: await getProcess(tx, caller, id),
    revisionId,
    lock: ({ variableIds }) => lockApp(tx, caller, id, { version, variableIds }),
    changed: async () => changedMeanwhile("app", await viewApp(tx, caller, id)),
  });
  const { after: _after, ...form } = definition;
  await checkApp(tx, caller, form, row);
  return applyDefinition(tx, caller, row, { definition, note, columns: {} }, gate);
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
  const there = await lockVariables(tx, teamId, { ids: row.variableIds });
  const isProcess = row.type === "process";
  const variableIds = row.variableIds.filter((id) => there.has(id));
  const copy = { ...row, ...noSchedule, variableIds, revision: isProcess ? 1 : null };
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
