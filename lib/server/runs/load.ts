import { and, eq, isNull } from "drizzle-orm";
import type { ProviderId } from "@/lib/constants/providers";
import { accounts } from "../accounts/table";
import { agents } from "../agents/table";
import { membershipOf } from "../auth/membership";
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
 * All that a chat run needs. Throws AppError with the reason why it cannot run. The principal is looked at again when the
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
  const [[row]] = await Promise.all([found, takenUp && checkPrincipal(db, run)]);
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

/** A run acts with the rights of its principal: one who has left the team, or whose account is closed, cannot run anything in it. */
export async function checkPrincipal(db: Db, run: RunRow): Promise<void> {
  const [account] = run.principalId
    ? await db
        .select({ id: accounts.id, root: accounts.root })
        .from(accounts)
        .where(and(eq(accounts.id, run.principalId), isNull(accounts.dateClosed)))
    : [];
  const member = account && (await membershipOf(db, account, run.teamId));
  if (!member?.row) throw new AppError("forbidden", "Whoever started this run is no longer in the team.");
}
