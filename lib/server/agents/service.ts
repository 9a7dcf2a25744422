import { and, eq, inArray } from "drizzle-orm";
import type { Issue } from "@/lib/contract/error";
import { assets } from "../assets/table";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import { models } from "../models/table";
import { pinIssues, toolIssues } from "../tools/service";
import { secretIssues, variableIssues } from "../variables/service";
import { agents } from "./table";

interface References {
  role?: string;
  goal?: string;
  backstory?: string;
  modelId?: string | null;
  functionModelId?: string | null;
  iconId?: string | null;
  toolIds?: string[];
  toolRevisions?: Record<string, string>;
  variableIds?: string[];
}

type Reader = Pick<Db, "select">;

export async function modelIssue(db: Reader, teamId: string, path: string, id: string): Promise<Issue[]> {
  const [row] = await db
    .select({ type: models.modelType })
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, id)));
  if (!row) return [{ path, message: "This model does not exist or was deleted." }];
  return row.type === "llm" ? [] : [{ path, message: "This is an embedding model. Choose a chat model." }];
}

export const agentIssue = async (db: Reader, teamId: string, id: string | null | undefined): Promise<Issue[]> =>
  (await agentIssues(db, teamId, id ? [id] : [])).map((issue) => ({ ...issue, path: "agentId" }));

/** One issue for each id that is no agent of the team's. */
export async function agentIssues(db: Reader, teamId: string, ids: readonly string[] = []): Promise<Issue[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), inArray(agents.id, [...ids])));
  const known = new Set(rows.map(({ id }) => id));
  return ids.flatMap((id, i) =>
    known.has(id) ? [] : [{ path: `agentIds.${i}`, message: "This agent does not exist or was deleted." }],
  );
}

export async function iconIssue(db: Reader, teamId: string, id: string | null | undefined): Promise<Issue[]> {
  if (!id) return [];
  const [row] = await db
    .select({ id: assets.id })
    .from(assets)
    .where(and(eq(assets.teamId, teamId), eq(assets.id, id)));
  return row ? [] : [{ path: "iconId", message: "This image does not exist or was deleted." }];
}

/** Every id in a body must be the team's own, and no prompt may name a secret. Throws 400 with an issue at each field. */
export async function checkAgentReferences(db: Reader, teamId: string, sent: References): Promise<void> {
  const issues = [
    ...(sent.modelId ? await modelIssue(db, teamId, "modelId", sent.modelId) : []),
    ...(sent.functionModelId ? await modelIssue(db, teamId, "functionModelId", sent.functionModelId) : []),
    ...(await iconIssue(db, teamId, sent.iconId)),
    ...(await toolIssues(db, teamId, sent.toolIds)),
    ...(await pinIssues(db, teamId, sent.toolRevisions)),
    ...(await variableIssues(db, teamId, sent.variableIds)),
    ...(await secretIssues(db, teamId, { role: sent.role, goal: sent.goal, backstory: sent.backstory })),
  ];
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
}

/** The pins of tools that the agent has. */
export const pinsOf = (toolIds: readonly string[], pins: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(pins).filter(([toolId]) => toolIds.includes(toolId)));
