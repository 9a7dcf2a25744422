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

export interface Loaded {
  session: SessionRow;
  agent: AgentRow;
  model: typeof models.$inferSelect;
  settings: ModelSettings;
  /** What stands in the place of a name in braces. */
  values: ReadonlyMap<string, string>;
  /** To be cut out of what the provider and tools say. */
  secrets: string[];
}

/**
 * All that a chat run needs. Throws AppError with the reason why it cannot run. Whose it is is looked at again when the
 * run was taken up: when it begins, the request that started it has just been checked.
 */
export async function loadRun(db: Db, run: RunRow, takenUp: boolean): Promise<Loaded> {
  const found = db
    .select({ session: sessions, agent: agents, model: models, plan: planColumns })
    .from(sessions)
    .innerJoin(orgs, eq(orgs.id, sessions.orgId))
    .leftJoin(agents, and(eq(agents.teamId, sessions.teamId), eq(agents.id, sessions.agentId)))
    .leftJoin(models, and(eq(models.teamId, sessions.teamId), eq(models.id, agents.modelId)))
    .where(and(eq(sessions.teamId, run.teamId), eq(sessions.id, run.sessionId)));
  const [[row]] = await Promise.all([found, takenUp && checkStanding(db, run)]);
  if (!row) throw new AppError("not_found", "This session was deleted.");
  const { session, agent, model, plan } = row;
  if (!agent) throw new AppError("conflict", "The agent of this app was deleted. Choose another one in the app.");
  if (!model) throw new AppError("conflict", `The agent ${agent.name} has no model. Choose one in the agent.`);
  try {
    checkProvider({ orgId: session.orgId, ...planInForce(plan) }, model.type as ProviderId, "llm");
  } catch (error) {
    throw error instanceof AppError ? await explained(error) : error;
  }
  const known = await findVariables(db, run.teamId, { names: agent.promptNames, ids: agent.variableIds });
  const { settings, secrets } = callable(model);
  return {
    ...{ session, agent, model, settings },
    values: promptValues(session, known),
    secrets: [...secrets, ...secretValues(session, known)],
  };
}
