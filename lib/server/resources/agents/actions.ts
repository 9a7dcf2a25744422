import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { AgentDefinition } from "@/lib/contract/agents/definition";
import type { agentForm } from "@/lib/contract/agents/schemas";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { changedMeanwhile, checkUnused, checkVersion, editedBy, lockRow, toCopy } from "../../platform/db/query/edit";
import { agents } from "../../platform/db/tables/agents";
import { notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import type { Gate } from "../gate/service";
import { findReferenceIssues, throwIssues } from "../references/check";
import { keepExistingPins } from "../references/tools";
import { listUsers } from "../references/users";
import { findSecretIssues, lockVariables } from "../references/variables";
import { addRevision, lockToApply } from "../revisions/service";
import { moveToTrash } from "../trash/service";
import { type AgentRow, getAgent, viewAgent } from "./queries";
import { revisionsOfAgents, toDefinition } from "./revisions";

type Form = z.output<typeof agentForm>;
/** Fields that an import may leave open. */
type NewAgent = Omit<Form, "modelId" | "toolRevisions"> & {
  modelId: string | null;
  toolRevisions?: Form["toolRevisions"];
};

const listPrompts = ({ role = "", goal = "", backstory = "" }: Partial<NewAgent>) => ({ role, goal, backstory });
export const listFormPromptNames = (form: Partial<NewAgent>) => findPromptNames(...Object.values(listPrompts(form)));

/** Returns the pinned revisions of the agent's tools. */
export const pickPins = (toolIds: readonly string[], pins: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(pins).filter(([toolId]) => toolIds.includes(toolId)));

/** Validates that every id belongs to the team, and that no prompt names a secret. Throws 400 with an issue at each field. */
export const checkReferences = async (tx: Tx, caller: Viewer, sent: Partial<NewAgent>): Promise<void> =>
  throwIssues([
    ...(await findReferenceIssues(tx, caller, "agent", sent)),
    ...(await findSecretIssues(tx, caller.teamId, listPrompts(sent))),
  ]);

export async function createAgent(
  tx: Tx,
  caller: Viewer,
  { note, ...form }: NewAgent & Pick<Saving, "note">,
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

interface Saving {
  /** The version that the caller has read. */
  version?: number | undefined;
  /** True: saves the draft, and applies nothing. False: discards it. */
  draft?: boolean | undefined;
  note?: string | undefined;
}

/**
 * Changes the sent fields, of the draft or of what is applied, which makes a new revision. Throws 409 with the current agent
 * for an outdated version.
 */
export async function updateAgent(
  tx: Tx,
  caller: Viewer,
  id: string,
  { version, draft, note, ...sent }: Partial<NewAgent> & Saving,
  gate: Gate,
): Promise<void> {
  await lockVariables(tx, caller.teamId, { names: listFormPromptNames(sent), ids: sent.variableIds });
  const row = await lockAgent(tx, caller.teamId, id, version);
  await checkReferences(tx, caller, sent);
  const base = (draft && (await revisionsOfAgents.findDraft(tx, id))?.definition) || toDefinition(row);
  const changed = { ...base, ...sent };
  const definition = { ...changed, toolRevisions: pickPins(changed.toolIds, changed.toolRevisions) };
  if (draft === false) await revisionsOfAgents.deleteDraft(tx, id);
  if (!draft) {
    await applyDefinition(tx, caller, row, definition, note, gate);
    return;
  }
  await revisionsOfAgents.saveDraft(tx, id, definition, caller.accountId);
  await tx.update(agents).set(editedBy(caller.accountId)).where(eq(agents.id, id));
}

/** Locks the agent and returns it. Throws 409 with the current agent for an outdated version. */
async function lockAgent(tx: Tx, teamId: string, id: string, version: number | undefined): Promise<AgentRow> {
  await lockRow(tx, agents, teamId, id);
  const row = await getAgent(tx, teamId, id);
  if (version !== undefined && version !== row.version)
    checkVersion(row.version, version, "agent", await viewAgent(tx, teamId, id));
  return row;
}

/**
 * Makes a definition, whose references have been checked, the agent's applied revision. The same one makes no new revision. Returns
 * the revision's number.
 */
async function applyDefinition(
  tx: Tx,
  { accountId: createdBy }: Viewer,
  row: AgentRow,
  definition: AgentDefinition,
  note: string | undefined,
  gate: Gate,
): Promise<number> {
  const change = { owner: row, applied: toDefinition(row), definition, note, createdBy };
  const revision = await addRevision(revisionsOfAgents, tx, change);
  const promptNames = listFormPromptNames(definition);
  const isNew = revision !== row.revision;
  const override = isNew
    ? await gate(tx, row.teamId, { revision, definitions: { [row.id]: definition } })
    : row.override;
  await tx
    .update(agents)
    .set({ ...definition, promptNames, revision, override, ...editedBy(createdBy) })
    .where(eq(agents.id, row.id));
  return revision;
}

interface Applied extends Omit<Saving, "draft"> {
  /** An earlier revision; otherwise the draft is applied. */
  revisionId?: string | undefined;
}

/** Applies the draft or an earlier revision. Returns the number of the applied revision. */
export async function applyAgent(
  tx: Tx,
  caller: Viewer,
  id: string,
  { version, note, revisionId }: Applied,
  gate: Gate,
): Promise<number> {
  const { teamId } = caller;
  const { row, definition } = await lockToApply(revisionsOfAgents, tx, {
    owner: await getAgent(tx, teamId, id),
    revisionId,
    async lock(first) {
      await lockVariables(tx, teamId, { names: listFormPromptNames(first), ids: first.variableIds });
      return lockAgent(tx, teamId, id, version);
    },
    changed: async () => changedMeanwhile("agent", await viewAgent(tx, teamId, id)),
  });
  await checkReferences(tx, caller, definition);
  return applyDefinition(tx, caller, row, definition, note, gate);
}

export async function discardDraft(tx: Tx, { teamId, accountId }: Viewer, id: string): Promise<void> {
  await lockAgent(tx, teamId, id, undefined);
  await revisionsOfAgents.deleteDraft(tx, id);
  await tx.update(agents).set(editedBy(accountId)).where(eq(agents.id, id));
}

export async function duplicateAgent(tx: Tx, { teamId, accountId }: Viewer, sourceId: string): Promise<string> {
  const row = toCopy(await getAgent(tx, teamId, sourceId), newId("agent"), accountId);
  const there = await lockVariables(tx, teamId, { names: row.promptNames, ids: row.variableIds });
  const toolRevisions = await keepExistingPins(tx, teamId, row.toolRevisions);
  const variableIds = row.variableIds.filter((id) => there.has(id));
  const copy = { ...row, variableIds, toolRevisions, revision: 1 };
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
