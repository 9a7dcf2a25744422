import { and, eq } from "drizzle-orm";
import type { ProviderId } from "@/lib/constants/providers";
import { planColumns, toEffectivePlan } from "../../../access/plans/effective-plan";
import { explainLimit } from "../../../access/plans/limit-error";
import { checkProvider } from "../../../access/plans/limits";
import type { Db } from "../../../platform/db/client";
import { defineQuery } from "../../../platform/db/query/define-query";
import { agents } from "../../../platform/db/tables/agents";
import { models } from "../../../platform/db/tables/models";
import type { PreviewAgent, PreviewModel } from "../../../platform/db/tables/preview-definition";
import { providers } from "../../../platform/db/tables/providers";
import { sessions } from "../../../platform/db/tables/sessions";
import { orgs } from "../../../platform/db/tables/teams";
import { AppError } from "../../../platform/errors/errors";
import { toCallableModel } from "../../models/callable";
import {
  type ConnectedModel,
  findConnectedModels,
  isProviderOfModel,
  type ModelRow,
  type ProviderRow,
} from "../../models/find-model";
import type { ModelSettings } from "../../models/providers/shared/settings";
import { findVariables } from "../../variables/variables";
import type { RunRow } from "../lease/lease";
import { assertAuthorized } from "./assert-authorized";
import { toUsedRevisions } from "./session-revisions";
import { promptValues, secretValues } from "./values";

export type SessionRow = typeof sessions.$inferSelect;
export type AgentRow = typeof agents.$inferSelect;
/** A stored agent, or an unsaved one. */
export type RunAgent = Pick<AgentRow, "id" | keyof PreviewAgent> & AgentRevision;

/** The number of the applied revision; undefined for unsaved agents and process managers. */
type AgentRevision = Partial<Pick<AgentRow, "revision">>;

/** An agent, or a process manager. */
export type AgentProfile = Pick<AgentRow, "id" | "name" | "role" | "goal" | "backstory" | "maxIterations"> &
  AgentRevision;

export interface LoadedAgent {
  session: SessionRow;
  agent: AgentProfile;
  model: ModelRow;
  settings: ModelSettings;
  /** Values for `{name}` placeholders. */
  values: ReadonlyMap<string, string>;
  /** Redacted from messages of the provider and tools. */
  secrets: string[];
}

type RunContext = {
  session: SessionRow;
  agent: RunAgent | null;
  model: ModelRow | null;
  provider: ProviderRow | null;
  plan: Plan;
};
type Plan = Parameters<typeof toEffectivePlan>[0];

const selectRun = defineQuery<Pick<RunRow, "teamId" | "sessionId">>()((db, value) =>
  db
    .select({ session: sessions, agent: agents, model: models, provider: providers, plan: planColumns })
    .from(sessions)
    .innerJoin(orgs, eq(orgs.id, sessions.orgId))
    .leftJoin(agents, and(eq(agents.teamId, sessions.teamId), eq(agents.id, sessions.agentId)))
    .leftJoin(models, and(eq(models.teamId, sessions.teamId), eq(models.id, agents.modelId)))
    .leftJoin(providers, isProviderOfModel)
    .where(and(eq(sessions.teamId, value("teamId")), eq(sessions.id, value("sessionId")))),
);

/**
 * The session of a run, with the agent of a chat. Authorization is checked again only when a worker claims the run: at its
 * start, the request has just been checked.
 */
export async function findRun(db: Db, run: RunRow, isResumed: boolean): Promise<RunContext> {
  const [[row]] = await Promise.all([selectRun(db, run), isResumed && assertAuthorized(db, run)]);
  if (!row) throw new AppError("not_found", "This session was deleted.");
  const { session, agent, model, provider } = row;
  const { preview, revisions } = session;
  if (preview?.agent) return { ...row, ...(await connectPreview(db, run.teamId, preview.agent, preview.models)) };
  if (!agent) return row;
  const [used] = await toUsedRevisions(db, [{ agent, model, provider }], revisions?.agents);
  return { ...row, ...used };
}

/** The unsaved agent of a preview with its model. */
async function connectPreview(
  db: Db,
  teamId: string,
  agent: PreviewAgent,
  replaced: Record<string, PreviewModel> | undefined,
) {
  const [connected] = await findConnectedModels(db, teamId, agent.modelId ? [agent.modelId] : []);
  const { model = null, provider = null } = connected ? replaceModel(connected, replaced) : {};
  return { agent: { ...agent, id: previewAgentId }, model, provider };
}

/** A model with settings that are not saved yet, in a test. */
export const replaceModel = (
  { model, provider }: ConnectedModel,
  replaced: Record<string, PreviewModel> = {},
): ConnectedModel => ({ model: { ...model, ...replaced[model.id] }, provider });

/** In the log of a preview, in place of a stored agent's id. */
const previewAgentId = "preview";

/** Loads a chat run. Throws AppError with the reason why it cannot run. */
export async function loadChat(db: Db, { session, agent, model, provider, plan }: RunContext): Promise<LoadedAgent> {
  if (!agent) throw new AppError("conflict", "This app's agent was deleted. Choose another one in the app.");
  if (!model) throw new AppError("conflict", `The agent “${agent.name}” has no model. Choose one for the agent.`);
  const used = { names: agent.promptNames, ids: agent.variableIds };
  return loadAgent(db, { session, plan }, agent, { model, provider }, used);
}

/** Loads an agent or manager with its model and the values for its prompts. */
export async function loadAgent(
  db: Db,
  { session, plan }: Pick<RunContext, "session" | "plan">,
  agent: AgentProfile,
  connected: ConnectedModel,
  used: { names: string[]; ids: string[] },
): Promise<LoadedAgent> {
  const { model } = connected;
  try {
    checkProvider({ orgId: session.orgId, ...toEffectivePlan(plan) }, model.type as ProviderId, "llm");
  } catch (error) {
    throw error instanceof AppError ? await explainLimit(error) : error;
  }
  const variables = await findVariables(db, session.teamId, used);
  const { settings, secrets } = toCallableModel(connected);
  return {
    session,
    agent,
    model,
    settings,
    values: promptValues(session, variables),
    secrets: [...secrets, ...secretValues(session, variables)],
  };
}
