import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { retrieverLabels } from "@/lib/constants/tools";
import { ragDefinition } from "@/lib/contract/tools/kinds/rag";
import type { toolForm } from "@/lib/contract/tools/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { TeamCallContext } from "../../access/calls/implement";
import { requireFunctionTool } from "../../access/plans/limits";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { changedMeanwhile, checkUnused, copyOf, editedBy, lockRow } from "../../platform/db/query/edit";
import { toolRevisions, tools } from "../../platform/db/tables/tools";
import { AppError } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { referenceIssues, requireNone } from "../references/check";
import { checkAsks } from "../references/people";
import { releaseReferences } from "../references/release";
import type { ToolRow } from "../references/tools";
import { listUsers } from "../references/users";
import { freeFunctionName, requireFunctionName } from "./function-names";
import { agentsPinnedTo, getTool, onlySearchOf, viewTool } from "./queries";
import {
  appliedColumns,
  getAppliedRevision,
  getRevision,
  insertRevision,
  newRevisionId,
  openRevision,
} from "./revisions";
import { type Prepared, type Saving, saveRevision, setStatus } from "./save";
import { appliedStatus, lockNamedVariables, lockRequiredVariables } from "./secret-variables";
import { kindOf } from "./types/all";
import type { Checked } from "./types/kind";

type Caller = Viewer & Pick<TeamCallContext, "team">;
type Columns = Pick<
  z.output<typeof toolForm>,
  "name" | "description" | "requireApproval" | "asks" | "iconId" | "repeatable" | "functionName"
>;

/** Locks the tool's row until the transaction ends. */
export async function lockTool(tx: Tx, teamId: string, id: string): Promise<ToolRow> {
  await lockRow(tx, tools, teamId, id);
  return getTool(tx, teamId, id);
}

async function check(tx: Tx, caller: Viewer, sent: Partial<Columns>): Promise<void> {
  requireNone(await referenceIssues(tx, caller, "tool", sent));
  await checkAsks(tx, caller.teamId, sent.asks);
}

/** Inserts a tool with its first revision, which is applied. Returns the revision's id. */
async function insertTool(
  tx: Tx,
  row: Omit<typeof tools.$inferInsert, "revisionId" | "state" | "type" | "createdBy">,
  { defined, standing }: Prepared,
  { note, accountId }: { note?: string | undefined; accountId: string },
): Promise<string> {
  const { id: toolId, teamId } = row;
  const id = newRevisionId();
  const applied = await appliedColumns(tx, teamId, id, defined, standing);
  await tx.insert(tools).values({ ...row, type: defined.type, createdBy: accountId, ...applied });
  await insertRevision(tx, { teamId, toolId, id, number: 1, defined, standing, note, accountId });
  return id;
}

/** Adds a tool with a validated definition. */
export async function createTool(
  tx: Tx,
  caller: Caller,
  { functionName, repeatable, ...sent }: Columns,
  { prepared, note }: { prepared: Prepared; note?: string | undefined },
): Promise<{ id: string; revisionId: string }> {
  const { teamId, team, accountId } = caller;
  const { type } = prepared.defined;
  if (type === "function") await requireFunctionTool(tx, team.orgId);
  await lockRequiredVariables(tx, teamId, prepared.defined);
  await check(tx, caller, sent);
  if (functionName) await requireFunctionName(tx, teamId, functionName);
  const row = {
    ...sent,
    id: newId("tool"),
    teamId,
    repeatable: repeatable ?? kindOf(type).repeatable,
    functionName: functionName ?? (await freeFunctionName(tx, teamId, sent.name)),
  };
  return { id: row.id, revisionId: await insertTool(tx, row, prepared, { note, accountId }) };
}

/** Adds a datasource's search tool. Returns its id. */
export async function createRagTool(
  tx: Tx,
  { teamId, createdBy, name, description }: { teamId: string; createdBy: string; name: string; description: string },
  datasourceId: string,
): Promise<string> {
  const id = newId("tool");
  const revisionId = newRevisionId();
  const definition = ragDefinition.parse({ datasourceId });
  await tx.insert(tools).values({
    id,
    teamId,
    createdBy,
    name,
    type: "rag",
    state: "ready",
    datasourceId,
    revisionId,
    summary: `${retrieverLabels[definition.retriever.type]}, at most ${pluralize(definition.retriever.k, "passage")}`,
    description: description || `Finds passages in "${name}". Ask it in plain words.`,
    functionName: await freeFunctionName(tx, teamId, `search ${name}`),
  });
  await tx.insert(toolRevisions).values({ id: revisionId, toolId: id, number: 1, definition, createdBy });
  return id;
}

/** Updates the sent fields. Throws 409 when the tool has changed since it was read. Returns the revision. */
export async function updateTool(
  tx: Tx,
  caller: Viewer,
  row: ToolRow,
  sent: Partial<Columns>,
  saving?: { prepared: Prepared } & Omit<Saving, "accountId">,
): Promise<string | undefined> {
  const { teamId, accountId } = caller;
  if (saving) await lockRequiredVariables(tx, teamId, saving.prepared.defined);
  const now = await lockTool(tx, teamId, row.id);
  if (now.version !== row.version) throw changedMeanwhile("tool", await viewTool(tx, teamId, row.id));
  await check(tx, caller, sent);
  if (sent.functionName && sent.functionName !== row.functionName)
    await requireFunctionName(tx, teamId, sent.functionName);
  const saved = saving && (await saveRevision(tx, now, saving.prepared, { ...saving, accountId }));
  await tx
    .update(tools)
    .set({ ...sent, ...saved?.change, ...editedBy(accountId) })
    .where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
  return saved?.revisionId;
}

export async function duplicateTool(tx: Tx, { teamId, team, accountId }: Caller, of: string): Promise<string> {
  const stored = await getTool(tx, teamId, of);
  if (stored.type === "function") await requireFunctionTool(tx, team.orgId);
  const { row, defined } = await getAppliedRevision(tx, stored);
  const copy = copyOf(stored, newId("tool"), accountId);
  const functionName = await freeFunctionName(tx, teamId, copy.functionName);
  const { state, stateMessage } = row;
  const standing = state === "ready" ? { state } : { state, stateMessage: stateMessage ?? "" };
  await insertTool(tx, { ...copy, functionName, lastRevision: 1 }, { defined, standing }, { accountId });
  return copy.id;
}

/** Throws 409 with its users, unless forced. */
export async function deleteTool(tx: Tx, caller: Viewer, id: string, force: boolean | undefined): Promise<void> {
  const { teamId } = caller;
  const row = await lockTool(tx, teamId, id);
  const searched = await onlySearchOf(tx, teamId, row.id);
  const loss =
    searched === null
      ? []
      : [`It is the only tool that searches "${searched}": without it, no agent finds anything there.`];
  checkUnused(await listUsers(tx, caller, "tool", { ids: [row.id] }), force, ...loss);
  await releaseReferences(tx, teamId, "tool", [row.id]);
  await tx.delete(tools).where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
}

/** Applies another, validated revision. Returns false when it is already applied. */
export async function applyRevision(
  tx: Tx,
  { teamId, accountId, permissions }: Viewer,
  { toolId, revisionId }: { toolId: string; revisionId: string },
  { defined, standing: found }: Prepared,
): Promise<boolean> {
  await lockNamedVariables(tx, teamId, defined);
  const row = await lockTool(tx, teamId, toolId);
  const { revision } = await getRevision(tx, teamId, revisionId);
  if (revision.id === row.revisionId) return false;
  const standing = (await appliedStatus(tx, teamId, openRevision(row, revision), permissions)) ?? found;
  await setStatus(tx, revision.id, standing);
  await tx
    .update(tools)
    .set({
      ...(await appliedColumns(tx, teamId, revision.id, defined, standing)),
      ...editedBy(accountId),
    })
    .where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
  return true;
}

export async function deleteRevision(tx: Tx, teamId: string, revisionId: string): Promise<void> {
  const found = await getRevision(tx, teamId, revisionId);
  const row = await lockTool(tx, teamId, found.tool.id);
  // Locked before reading the pins: an agent that is being pinned to it waits, or is seen.
  const own = and(eq(toolRevisions.toolId, row.id), eq(toolRevisions.id, revisionId));
  await tx.select({ id: toolRevisions.id }).from(toolRevisions).where(own).for("update");
  if (row.revisionId === revisionId)
    throw new AppError("conflict", "This revision is the applied one. Apply another one first.");
  checkUnused(await agentsPinnedTo(tx, teamId, row.id, revisionId), false);
  await tx.delete(toolRevisions).where(own);
}

/** Stores the result of checking a revision. Returns the tool that has it applied, if any. */
export async function storeCheck(
  tx: Tx,
  { teamId, revisionId }: { teamId: string; revisionId: string },
  { standing, prepared }: Checked,
): Promise<{ id: string; name: string } | undefined> {
  await setStatus(tx, revisionId, standing);
  if (prepared !== undefined) await tx.update(toolRevisions).set({ prepared }).where(eq(toolRevisions.id, revisionId));
  const [tool] = await tx
    .update(tools)
    .set({ stateMessage: null, ...standing })
    .where(and(eq(tools.teamId, teamId), eq(tools.revisionId, revisionId)))
    .returning({ id: tools.id, name: tools.name });
  return tool;
}
