import { and, desc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { maxListedRevisions } from "@/lib/constants/tools";
import type { AgentDefinition } from "@/lib/contract/agents/definition";
import type { Viewer } from "../../access/visibility/visible";
import type { Reader, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { agentRevisions } from "../../platform/db/tables/agent-revisions";
import { models } from "../../platform/db/tables/models";
import { tools } from "../../platform/db/tables/tools";
import { variables } from "../../platform/db/tables/variables";
import { notFound } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { listUsers } from "../references/users";
import { type AgentRow, getAgent } from "./queries";

/** The content of an agent's row, which is that of its applied revision. */
export const toDefinition = (row: AgentDefinition): AgentDefinition => ({
  name: row.name,
  role: row.role,
  goal: row.goal,
  backstory: row.backstory,
  modelId: row.modelId,
  functionModelId: row.functionModelId,
  toolIds: row.toolIds,
  toolRevisions: row.toolRevisions,
  variableIds: row.variableIds,
  allowDelegation: row.allowDelegation,
  maxIterations: row.maxIterations,
  iconId: row.iconId,
});

interface NewRevision {
  agentId: string;
  number: number;
  definition: AgentDefinition;
  note?: string | undefined;
  createdBy: string;
}

export const insertRevision = (tx: Tx, revision: NewRevision) =>
  tx.insert(agentRevisions).values({ ...revision, id: newId("revision") });

/** Saves the draft, of which an agent has at most one. */
export const saveDraft = (tx: Tx, agentId: string, definition: AgentDefinition, createdBy: string) =>
  tx
    .insert(agentRevisions)
    .values({ id: newId("revision"), agentId, definition, createdBy })
    .onConflictDoUpdate({
      target: [agentRevisions.agentId, agentRevisions.number],
      set: { definition, createdBy, date: new Date() },
    });

const isDraftOf = (agentId: string) => and(eq(agentRevisions.agentId, agentId), isNull(agentRevisions.number));

export const deleteDraft = (tx: Tx, agentId: string) => tx.delete(agentRevisions).where(isDraftOf(agentId));

export async function findDraft(db: Reader, agentId: string) {
  const [row] = await db
    .select({ definition: agentRevisions.definition, author: accounts.name, date: agentRevisions.date })
    .from(agentRevisions)
    .leftJoin(accounts, eq(accounts.id, agentRevisions.createdBy))
    .where(isDraftOf(agentId));
  return row ?? null;
}

const fields = {
  _id: agentRevisions.id,
  number: agentRevisions.number,
  note: agentRevisions.note,
  author: accounts.name,
  date: agentRevisions.date,
};

const toView = <R extends { number: number | null }>({ number, ...row }: R, agent: AgentRow) => ({
  ...row,
  number: number ?? 0,
  applied: number === agent.revision,
});

/** The names of what definitions refer to, by ID, without what was deleted. */
async function findNames(db: Reader, teamId: string, definitions: AgentDefinition[]): Promise<Record<string, string>> {
  const ids = definitions
    .flatMap(({ modelId, functionModelId, toolIds, variableIds }) => [modelId, functionModelId, toolIds, variableIds])
    .flatMap((id) => id ?? []);
  const select = (table: typeof models | typeof tools | typeof variables) =>
    db
      .select({ id: table.id, name: table.name })
      .from(table as typeof models)
      .where(and(eq(table.teamId, teamId), inArray(table.id, ids)));
  const rows = await Promise.all([models, tools, variables].map(select));
  return Object.fromEntries(rows.flat().map(({ id, name }) => [id, name]));
}

/** Newest first, without the draft, and what uses the agent. */
export async function listRevisions(db: Reader, viewer: Viewer, agentId: string) {
  const { teamId } = viewer;
  const agent = await getAgent(db, teamId, agentId);
  const draft = await findDraft(db, agentId);
  const rows = await db
    .select(fields)
    .from(agentRevisions)
    .leftJoin(accounts, eq(accounts.id, agentRevisions.createdBy))
    .where(and(eq(agentRevisions.agentId, agentId), isNotNull(agentRevisions.number)))
    .orderBy(desc(agentRevisions.number))
    .limit(maxListedRevisions);
  const names = await findNames(db, teamId, [agent, ...(draft ? [draft.definition] : [])]);
  const usedBy = await listUsers(db, viewer, "agent", { ids: [agentId] });
  return { revisions: rows.map((row) => toView(row, agent)), names, usedBy };
}

export async function viewRevision(db: Reader, teamId: string, agentId: string, revisionId: string) {
  const revision = await getRevision(db, teamId, agentId, revisionId);
  return { revision, names: await findNames(db, teamId, [revision.definition]) };
}

/** Throws 404 for the draft too. */
export async function getRevision(db: Reader, teamId: string, agentId: string, revisionId: string) {
  const agent = await getAgent(db, teamId, agentId);
  const [row] = await db
    .select({ ...fields, definition: agentRevisions.definition })
    .from(agentRevisions)
    .leftJoin(accounts, eq(accounts.id, agentRevisions.createdBy))
    .where(
      and(eq(agentRevisions.agentId, agentId), eq(agentRevisions.id, revisionId), isNotNull(agentRevisions.number)),
    );
  if (!row) throw notFound("This revision");
  return toView(row, agent);
}
