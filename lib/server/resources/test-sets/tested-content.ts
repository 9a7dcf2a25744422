import { and, eq } from "drizzle-orm";
import type { Reader } from "../../platform/db/client";
import { agentRevisions } from "../../platform/db/tables/agent-revisions";
import { agents } from "../../platform/db/tables/agents";
import { appRevisions } from "../../platform/db/tables/app-revisions";
import { apps } from "../../platform/db/tables/apps";
import { notFound } from "../../platform/errors/errors";
import { getRevisionContent, type RevisionChoice } from "../revisions/service";

export type TestedApp = typeof apps.$inferSelect;

export async function findTestedApp(db: Reader, teamId: string, id: string): Promise<TestedApp> {
  const [app] = await db
    .select()
    .from(apps)
    .where(and(eq(apps.teamId, teamId), eq(apps.id, id)));
  if (!app) throw notFound("This app");
  return app;
}

/** Throws AppError if there is no such revision or draft. */
export async function findAgentContent(db: Reader, teamId: string, id: string, choice: RevisionChoice) {
  const [agent] = await db
    .select({ id: agents.id, revision: agents.revision })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, id)));
  if (!agent) throw notFound("This agent");
  return getRevisionContent(db, agentRevisions, agent, choice);
}

/** Throws AppError if there is no such revision or draft. */
export const findProcessContent = (db: Reader, app: TestedApp, choice: RevisionChoice) =>
  getRevisionContent(db, appRevisions, app, choice);
