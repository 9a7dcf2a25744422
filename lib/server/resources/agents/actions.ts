import { and, eq } from "drizzle-orm";
import type { AgentDefinition } from "@/lib/contract/agents/definition";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { changedMeanwhile, checkUnused, checkVersion, editedBy, lockRow, toCopy } from "../../platform/db/query/edit";
import { agents } from "../../platform/db/tables/agents";
import { notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import type { Gate } from "../gate/service";
import { keepExistingPins } from "../references/tools";
import { listUsers } from "../references/users";
import { lockVariables } from "../references/variables";
import { addRevision, type Choice, type LockedContent, lockContent } from "../revisions/actions";
import { addRolledOut, toRollout } from "../rollouts/service";
import { moveToTrash } from "../trash/service";
import { checkReferences, listFormPromptNames, type NewAgent, pickPins } from "./form";
import { type AgentRow, getAgent, viewAgent } from "./queries";
import { revisionsOfAgents, toDefinition } from "./revisions";

export async function createAgent(
  tx: Tx,
  caller: Viewer,
  { note, ...form }: NewAgent & { note?: string | undefined },
): Promise<string> {
  const { teamId, accountId } = caller;
  const id = newId("agent");
  const promptNames = listFormPromptNames(form);
  await lockVariables(tx, teamId, { names: promptNames, ids: form.variableIds });
  await checkReferences(tx, caller, form);
  const toolRevisions = pickPins(form.toolIds, form.toolRevisions ?? {});
  const own = { ...form, toolRevisions, promptNames, id, teamId, createdBy: accountId };
  const [row] = await tx.insert(agents).values(own).returning();
  const first = { ownerId: id, number: 1, note, createdBy: accountId };
  if (row) await revisionsOfAgents.insert(tx, { ...first, definition: toDefinition(row) });
  return id;
}

/** Locks the agent and returns it. Throws 409 with the current agent for an outdated version. */
export async function lockAgent(tx: Tx, teamId: string, id: string, version: number | undefined): Promise<AgentRow> {
  await lockRow(tx, agents, teamId, id);
  const row = await getAgent(tx, teamId, id);
  if (version !== undefined && version !== row.version)
    checkVersion(row.version, version, "agent", await viewAgent(tx, teamId, id));
  return row;
}

interface Applied {
  note?: string | undefined;
  /** Also if the definition is already the applied one. */
  endsRollout?: boolean;
}

/**
 * Makes a definition, whose references have been checked, the agent's applied revision. The same one makes no new revision. Returns
 * the revision's number.
 */
export async function applyDefinition(
  tx: Tx,
  { accountId: createdBy }: Viewer,
  { row, definition, number }: AgentContent,
  { note, endsRollout }: Applied,
  gate: Gate,
): Promise<number> {
  const change = { owner: row, applied: toDefinition(row), definition, number, note, createdBy };
  const revision = await addRevision(revisionsOfAgents, tx, change);
  const promptNames = listFormPromptNames(definition);
  const isNew = revision !== row.revision;
  const override = isNew
    ? await gate(tx, row.teamId, { revision, definitions: { [row.id]: definition } })
    : row.override;
  const rollout = isNew || endsRollout ? null : row.rollout;
  await updateColumns(tx, createdBy, row.id, { ...definition, promptNames, revision, override, rollout });
  return revision;
}

/** Writes an edit of a locked agent. */
export const updateColumns = (tx: Tx, accountId: string, id: string, columns: Partial<AgentRow> = {}) =>
  tx
    .update(agents)
    .set({ ...columns, ...editedBy(accountId) })
    .where(eq(agents.id, id));

type AgentContent = LockedContent<AgentDefinition, AgentRow>;

/** Locks the agent to apply or roll out its draft or a revision, whose references are checked. */
async function lockToUse(
  tx: Tx,
  caller: Viewer,
  id: string,
  verb: "apply" | "roll out",
  { version, revisionId }: Choice,
): Promise<AgentContent> {
  const { teamId } = caller;
  const content = await lockContent(revisionsOfAgents, tx, {
    owner: await getAgent(tx, teamId, id),
    revisionId,
    verb,
    async lock(first) {
      await lockVariables(tx, teamId, { names: listFormPromptNames(first), ids: first.variableIds });
      return lockAgent(tx, teamId, id, version);
    },
    changed: async () => changedMeanwhile("agent", await viewAgent(tx, teamId, id)),
  });
  await checkReferences(tx, caller, content.definition);
  return content;
}

/** Applies the draft or a revision, which ends a rollout. Returns the number of the applied revision. */
export async function applyAgent(tx: Tx, caller: Viewer, id: string, choice: Choice, gate: Gate): Promise<number> {
  const content = await lockToUse(tx, caller, id, "apply", choice);
  return applyDefinition(tx, caller, content, { note: choice.note, endsRollout: true }, gate);
}

/** Rolls out the draft or a revision to a share of new sessions. Returns its number. Throws 409 while another one is rolled out. */
export async function startRollout(
  tx: Tx,
  caller: Viewer,
  id: string,
  { share, ...choice }: Choice & { share: number },
  gate: Gate,
): Promise<number> {
  const { accountId, teamId } = caller;
  const content = await lockToUse(tx, caller, id, "roll out", choice);
  const change = { applied: toDefinition(content.row), note: choice.note, createdBy: accountId };
  const revision = await addRolledOut(revisionsOfAgents, tx, content, change);
  const override = await gate(tx, teamId, { revision, definitions: { [id]: content.definition } });
  await updateColumns(tx, accountId, id, { rollout: toRollout({ revision, share, startedBy: accountId, override }) });
  return revision;
}

export async function discardDraft(tx: Tx, { teamId, accountId }: Viewer, id: string): Promise<void> {
  await lockAgent(tx, teamId, id, undefined);
  await revisionsOfAgents.deleteDraft(tx, id);
  await updateColumns(tx, accountId, id);
}

export async function duplicateAgent(tx: Tx, { teamId, accountId }: Viewer, sourceId: string): Promise<string> {
  const row = toCopy(await getAgent(tx, teamId, sourceId), newId("agent"), accountId);
  const there = await lockVariables(tx, teamId, { names: row.promptNames, ids: row.variableIds });
  const toolRevisions = await keepExistingPins(tx, teamId, row.toolRevisions);
  const variableIds = row.variableIds.filter((id) => there.has(id));
  const copy = { ...row, variableIds, toolRevisions, revision: 1, rollout: null };
  await tx.insert(agents).values(copy);
  const first = { ownerId: row.id, number: 1, definition: toDefinition(copy), createdBy: accountId };
  await revisionsOfAgents.insert(tx, first);
  return row.id;
}

/** Deletes an agent. Throws 409 naming the apps that use it, unless forced. Returns its id in the trash. */
export async function deleteAgent(tx: Tx, caller: Viewer, id: string, force: boolean | undefined): Promise<string> {
  const own = and(eq(agents.teamId, caller.teamId), eq(agents.id, id));
  // Locked, so that no app starts using it between the check and the deletion.
  const [row] = await tx.select().from(agents).where(own).for("update");
  if (!row) throw notFound("This agent");
  checkUnused(await listUsers(tx, caller, "agent", { ids: [id] }), force);
  return moveToTrash(tx, caller, "agent", row);
}
