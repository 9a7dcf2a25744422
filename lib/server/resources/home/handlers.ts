import { and, eq, exists, gt, ne, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { home as contract } from "@/lib/contract/home/schemas";
import { implement } from "../../access/calls/implement";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import { isListed } from "../../engine/knowledge/find-datasource";
import type { Reader } from "../../platform/db/client";
import { agents } from "../../platform/db/tables/agents";
import { datasources } from "../../platform/db/tables/datasources";
import { invites } from "../../platform/db/tables/invites";
import { models } from "../../platform/db/tables/models";
import { sessions } from "../../platform/db/tables/sessions";
import { teamMembers, teams } from "../../platform/db/tables/teams";

implement(contract, {
  steps: ({ ctx }) => findDoneSteps(ctx.db, ctx),
});

/** Which of the first steps are done, in one statement. */
async function findDoneSteps(db: Reader, viewer: Viewer) {
  const { teamId } = viewer;
  const has = (table: PgTable, where: SQL | undefined) =>
    sql<boolean>`${exists(db.select({ one: sql`1` }).from(table).where(where))}`;
  const [steps] = await db
    .select({
      model: has(models, and(eq(models.teamId, teamId), eq(models.modelType, "llm"), ne(models.type, "demo"))),
      datasource: has(datasources, and(eq(datasources.teamId, teamId), isListed)),
      agent: has(agents, eq(agents.teamId, teamId)),
      session: has(
        sessions,
        and(
          eq(sessions.teamId, teamId),
          eq(sessions.test, false),
          gt(sessions.messageCount, 0),
          matchesVisible(viewer, sessions),
        ),
      ),
      colleague: sql<boolean>`(${has(invites, eq(invites.teamId, teamId))}
        or ${has(teamMembers, and(eq(teamMembers.teamId, teamId), ne(teamMembers.accountId, teams.ownerId)))})`,
    })
    .from(teams)
    .where(eq(teams.id, teamId));
  if (!steps) throw new Error(`The team ${teamId} has no row.`);
  return steps;
}
