import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { agentForm } from "@/lib/contract/agents/schemas";
import { findPromptNames } from "@/lib/utils/text/prompt-names";
import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { checkUnused, checkVersion, editedBy, lockRow, toCopy } from "../../platform/db/query/edit";
import { agents } from "../../platform/db/tables/agents";
import { notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { findReferenceIssues, throwIssues } from "../references/check";
import { keepExistingPins } from "../references/tools";
import { listUsers } from "../references/users";
import { findSecretIssues, lockVariables } from "../references/variables";
import { moveToTrash } from "../trash/service";
import { getAgent, viewAgent } from "./queries";

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

export async function createAgent(tx: Tx, caller: Viewer, form: NewAgent): Promise<string> {
  const { teamId, accountId } = caller;
  const id = newId("agent");
  const promptNames = listFormPromptNames(form);
  await lockVariables(tx, teamId, { names: promptNames, ids: form.variableIds });
  await checkReferences(tx, caller, form);
  const toolRevisions = pickPins(form.toolIds, form.toolRevisions ?? {});
  await tx.insert(agents).values({ ...form, toolRevisions, promptNames, id, teamId, createdBy: accountId });
  return id;
}

/** Updates the sent fields. Throws 409 with the current agent for an outdated version. */
export async function updateAgent(
  tx: Tx,
  caller: Viewer,
  id: string,
  { version, ...sent }: Partial<NewAgent> & { version?: number },
): Promise<void> {
  const { teamId, accountId } = caller;
  await lockVariables(tx, teamId, { names: listFormPromptNames(sent), ids: sent.variableIds });
  await lockRow(tx, agents, teamId, id);
  const row = await getAgent(tx, teamId, id);
  if (version !== undefined && version !== row.version)
    checkVersion(row.version, version, "agent", await viewAgent(tx, teamId, id));
  await checkReferences(tx, caller, sent);
  await tx
    .update(agents)
    .set({
      ...sent,
      toolRevisions: pickPins(sent.toolIds ?? row.toolIds, sent.toolRevisions ?? row.toolRevisions),
      promptNames: listFormPromptNames({ ...row, ...sent }),
      ...editedBy(accountId),
    })
    .where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
}

export async function duplicateAgent(tx: Tx, { teamId, accountId }: Viewer, sourceId: string): Promise<string> {
  const row = toCopy(await getAgent(tx, teamId, sourceId), newId("agent"), accountId);
  const there = await lockVariables(tx, teamId, { names: row.promptNames, ids: row.variableIds });
  const toolRevisions = await keepExistingPins(tx, teamId, row.toolRevisions);
  const variableIds = row.variableIds.filter((id) => there.has(id));
  await tx.insert(agents).values({ ...row, variableIds, toolRevisions });
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
