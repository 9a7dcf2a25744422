import { and, eq } from "drizzle-orm";
import type { ProviderId } from "@/lib/constants/providers";
import { agents } from "../agents/table";
import { explained } from "../billing/limit-error";
import { checkProvider } from "../billing/limits";
import { planColumns, planInForce } from "../billing/plan-in-force";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import type { ModelSettings } from "../models/providers/settings";
import { callable } from "../models/service";
import { models } from "../models/table";
import { sessions } from "../sessions/table";
import { orgs } from "../teams/table";
import { findVariables } from "../variables/service";
import type { RunRow } from "./lease";
import { checkStanding } from "./standing";
import { promptValues, secretValues } from "./values";

export type SessionRow = typeof sessions.$inferSelect;
export type AgentRow = typeof agents.$inferSelect;

/** Who speaks: an agent, or what leads a process. */
export type Speaker = Pick<AgentRow, "id" | "name" | "role" | "goal" | "backstory" | "maxIterations">;

export interface Loaded {
  session: SessionRow;
  agent: Speaker;
  model: typeof models.$inferSelect;
  settings: ModelSettings;
  /** What stands in the place of a name in braces. */
  values: ReadonlyMap<string, string>;
  /** To be cut out of what the provider and tools say. */
  secrets: string[];
}

type Found = { session: SessionRow; agent: AgentRow | null; model: typeof models.$inferSelect | null; plan: Plan };
type Plan = Parameters<typeof planInForce>[0];

/**
 * The session of a run, with the agent of a chat. Whose the run is is looked at again when it was taken up: when it begins,
 * the request that started it has just been checked.
 */
export async function findRun(db: Db, run: RunRow, takenUp: boolean): Promise<Found> {
  const found = db
    .select({ session: sessions, agent: agents, model: models, plan: planColumns })
    .from(sessions)
    .innerJoin(orgs, eq(orgs.id, sessions.orgId))
    .leftJoin(agents, and(eq(agents.teamId, sessions.teamId), eq(agents.id, sessions.agentId)))
    .leftJoin(models, and(eq(models.teamId, sessions.teamId), eq(models.id, agents.modelId)))
    .where(and(eq(sessions.teamId, run.teamId), eq(sessions.id, run.sessionId)));
  const [[row]] = await Promise.all([found, takenUp && checkStanding(db, run)]);
  if (!row) throw new AppError("not_found", "This session was deleted.");
  return row;
}

/** All that a chat run needs. Throws AppError with the reason why it cannot run. */
export async function loadChat(db: Db, { session, agent, model, plan }: Found): Promise<Loaded> {
  if (!agent) throw new AppError("conflict", "The agent of this app was deleted. Choose another one in the app.");
  if (!model) throw new AppError("conflict", `The agent ${agent.name} has no model. Choose one in the agent.`);
  return loadSpeaker(db, { session, plan }, agent, model, { names: agent.promptNames, ids: agent.variableIds });
}

/** Whoever speaks, with the model that they speak by and the values that their prompts may name. */
export async function loadSpeaker(
  db: Db,
  { session, plan }: Pick<Found, "session" | "plan">,
  agent: Speaker,
  model: typeof models.$inferSelect,
  used: { names: string[]; ids: string[] },
): Promise<Loaded> {
  try {
    checkProvider({ orgId: session.orgId, ...planInForce(plan) }, model.type as ProviderId, "llm");
  } catch (error) {
    throw error instanceof AppError ? await explained(error) : error;
  }
  const known = await findVariables(db, session.teamId, used);
  const { settings, secrets } = callable(model);
  return {
    ...{ session, agent, model, settings },
    values: promptValues(session, known),
    secrets: [...secrets, ...secretValues(session, known)],
  };
}
