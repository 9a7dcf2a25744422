import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { retrieverLabels } from "@/lib/constants/tools";
import type { toolForm } from "@/lib/contract/tools/forms";
import { ragDefinition } from "@/lib/contract/tools/kinds/rag";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { TeamCallContext } from "../../access/calls/implement";
import { requireFunctionTool } from "../../access/plans/limits";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { changedMeanwhile, editedBy, lockRow, toCopy } from "../../platform/db/query/edit";
import { toolRevisions, tools } from "../../platform/db/tables/tools";
import { newId } from "../../platform/ids/ids";
import type { Gate } from "../gate/service";
import { findReferenceIssues, throwIssues } from "../references/check";
import { checkInputRequest } from "../references/people";
import type { ToolRow } from "../references/tools";
import { findFreeFunctionName, requireFreeFunctionName } from "./function-names";
import { lockSearched } from "./lock-searched";
import { getTool, viewTool } from "./queries";
import {
  getAppliedRevision,
  getRevision,
  insertRevision,
  newRevisionId,
  openRevision,
  toAppliedColumns,
} from "./revisions";
import { type PreparedDefinition, type Saving, saveRevision, setStatus } from "./save";
import { findAppliedStatus, lockNamedVariables, lockRequiredVariables } from "./secret-variables";
import { getToolImplementation } from "./types/all";
import type { CheckResult } from "./types/kind";

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

async function checkReferences(tx: Tx, caller: Viewer, sent: Partial<Columns>): Promise<void> {
  throwIssues(await findReferenceIssues(tx, caller, "tool", sent));
  await checkInputRequest(tx, caller.teamId, sent.asks);
}

/** Inserts a tool with its first revision, which is applied. Returns the revision's id. */
async function insertTool(
  tx: Tx,
  row: Omit<typeof tools.$inferInsert, "revisionId" | "state" | "type" | "createdBy">,
  { defined, status }: PreparedDefinition,
  { note, accountId }: { note?: string | undefined; accountId: string },
): Promise<string> {
  const { id: toolId, teamId } = row;
  const id = newRevisionId();
  const applied = await toAppliedColumns(tx, teamId, id, defined, status);
  await tx.insert(tools).values({ ...row, type: defined.type, createdBy: accountId, ...applied });
  await insertRevision(tx, { teamId, toolId, id, number: 1, defined, status, note, accountId });
  return id;
}

/** Adds a tool with a validated definition. */
export async function createTool(
  tx: Tx,
  caller: Caller,
  { functionName, repeatable, ...sent }: Columns,
  { prepared, note }: { prepared: PreparedDefinition; note?: string | undefined },
): Promise<{ id: string; revisionId: string }> {
  const { teamId, team, accountId } = caller;
  const { type, definition } = prepared.defined;
  if (type === "rag") await lockSearched(tx, teamId, definition.datasourceId);
  if (type === "function") await requireFunctionTool(tx, team.orgId);
  await lockRequiredVariables(tx, teamId, prepared.defined);
  await checkReferences(tx, caller, sent);
  if (functionName) await requireFreeFunctionName(tx, teamId, functionName);
  const row = {
    ...sent,
    id: newId("tool"),
    teamId,
    repeatable: repeatable ?? getToolImplementation(type).repeatable,
    functionName: functionName ?? (await findFreeFunctionName(tx, teamId, sent.name)),
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
    summary: `${retrieverLabels[definition.retriever.type]}, up to ${pluralize(definition.retriever.k, "passage")}`,
    description: description || `Finds passages in “${name}”. Use natural language.`,
    functionName: await findFreeFunctionName(tx, teamId, `search ${name}`),
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
  saving: ({ prepared: PreparedDefinition } & Omit<Saving, "accountId">) | undefined,
  gate: Gate,
): Promise<string | undefined> {
  const { teamId, accountId } = caller;
  if (saving) await lockRequiredVariables(tx, teamId, saving.prepared.defined);
  const now = await lockTool(tx, teamId, row.id);
  if (now.version !== row.version) throw changedMeanwhile("tool", await viewTool(tx, teamId, row.id));
  await checkReferences(tx, caller, sent);
  if (sent.functionName && sent.functionName !== row.functionName)
    await requireFreeFunctionName(tx, teamId, sent.functionName);
  const saved = saving && (await saveRevision(tx, now, saving.prepared, { ...saving, accountId }));
  const applied = saved && "revisionId" in saved.change ? saved.change.revisionId : undefined;
  const override =
    applied && applied !== now.revisionId
      ? await gate(tx, teamId, { toolRevisions: { [row.id]: applied }, isNew: true })
      : now.override;
  await tx
    .update(tools)
    .set({ ...sent, ...saved?.change, override, ...editedBy(accountId) })
    .where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
  return saved?.revisionId;
}

export async function duplicateTool(tx: Tx, { teamId, team, accountId }: Caller, sourceId: string): Promise<string> {
  const stored = await getTool(tx, teamId, sourceId);
  if (stored.type === "function") await requireFunctionTool(tx, team.orgId);
  const { row, defined } = await getAppliedRevision(tx, stored);
  const copy = toCopy(stored, newId("tool"), accountId);
  const functionName = await findFreeFunctionName(tx, teamId, copy.functionName);
  const { state, stateMessage } = row;
  const status = state === "ready" ? { state } : { state, stateMessage: stateMessage ?? "" };
  await insertTool(tx, { ...copy, functionName, lastRevision: 1 }, { defined, status }, { accountId });
  return copy.id;
}

/** Applies another, validated revision. Returns false when it is already applied. */
export async function applyRevision(
  tx: Tx,
  { teamId, accountId, permissions }: Viewer,
  { toolId, revisionId }: { toolId: string; revisionId: string },
  { defined, status: found }: PreparedDefinition,
  gate: Gate,
): Promise<boolean> {
  await lockNamedVariables(tx, teamId, defined);
  const row = await lockTool(tx, teamId, toolId);
  const { revision } = await getRevision(tx, teamId, revisionId);
  if (revision.id === row.revisionId) return false;
  const status = (await findAppliedStatus(tx, teamId, openRevision(row, revision), permissions)) ?? found;
  const override = await gate(tx, teamId, { toolRevisions: { [toolId]: revision.id } });
  await setStatus(tx, revision.id, status);
  const applied = await toAppliedColumns(tx, teamId, revision.id, defined, status);
  await tx
    .update(tools)
    .set({ ...applied, override, ...editedBy(accountId) })
    .where(and(eq(tools.teamId, teamId), eq(tools.id, row.id)));
  return true;
}

/** Stores the result of checking a revision. Returns the tool that has it applied, if any. */
export async function storeCheck(
  tx: Tx,
  { teamId, revisionId }: { teamId: string; revisionId: string },
  { status, prepared }: CheckResult,
): Promise<{ id: string; name: string } | undefined> {
  await setStatus(tx, revisionId, status);
  if (prepared !== undefined) await tx.update(toolRevisions).set({ prepared }).where(eq(toolRevisions.id, revisionId));
  const [tool] = await tx
    .update(tools)
    .set({ stateMessage: null, ...status })
    .where(and(eq(tools.teamId, teamId), eq(tools.revisionId, revisionId)))
    .returning({ id: tools.id, name: tools.name });
  return tool;
}
