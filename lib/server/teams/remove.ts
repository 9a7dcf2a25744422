import { and, eq, getTableColumns, is, isNull } from "drizzle-orm";
import { type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { assets } from "../assets/table";
import { noteEnding } from "../billing/end-subscription";
import { leaveDatasources } from "../datasources/service";
import { type Db, openDatabase, type Tx } from "../db/client";
import * as schema from "../db/schema";
import { cancelTeamRuns } from "../runs/cancel";
import { filesOfTeam } from "../sessions/service";
import { removeFiles } from "../storage/remove-files";
import { forgetCurrent } from "./leave";
import { lockPlace } from "./lock";
import { orgMembers, orgs, teams } from "./table";

/** What was spent stays counted, what was done stays noted, and what lies elsewhere is removed from there afterwards. */
const kept: ReadonlySet<PgTable> = new Set<PgTable>([
  schema.modelCalls,
  schema.auditEntries,
  schema.vectorsToRemove,
  schema.sourcesToRemove,
]);

/** Every table with a team's rows: one of a resource that is added later is found by its column. */
const ofTeams = Object.values(schema).flatMap((table): { table: PgTable; teamId: PgColumn }[] => {
  if (!is(table, PgTable) || kept.has(table)) return [];
  const { teamId } = getTableColumns(table as PgTable) as { teamId?: PgColumn };
  return teamId ? [{ table, teamId }] : [];
});

/** Deletes all that is in a team and marks it as deleted. Answers its stored files, to be deleted once this is committed. */
async function emptyTeam(tx: Tx, teamId: string): Promise<string[]> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("update");
  const icons = await tx.select({ filename: assets.filename }).from(assets).where(eq(assets.teamId, teamId));
  const files = [
    ...(await filesOfTeam(tx, teamId)),
    ...(await leaveDatasources(tx, teamId)),
    ...icons.map(({ filename }) => `icons/${filename}`),
  ];
  for (const { table, teamId: column } of ofTeams) await tx.delete(table).where(eq(column, teamId));
  await forgetCurrent(tx, [teamId]);
  await tx.update(teams).set({ dateDeleted: new Date() }).where(eq(teams.id, teamId));
  return files;
}

/** Before the deletion and apart from it: a run ends in transactions of its own. */
const stopRuns = async (teamId: string): Promise<void> => cancelTeamRuns((await openDatabase()).db, teamId);

export async function removeTeam(db: Db, teamId: string): Promise<void> {
  await stopRuns(teamId);
  await removeFiles(await db.transaction((tx) => emptyTeam(tx, teamId)));
}

/** Deletes an organisation with its teams, unless what is checked under its lock refuses. Answers the teams' ids. */
export async function removeOrg(db: Db, orgId: string, check?: (tx: Tx) => Promise<void>): Promise<string[]> {
  const living = and(eq(teams.orgId, orgId), isNull(teams.dateDeleted));
  for (const { id } of await db.select({ id: teams.id }).from(teams).where(living)) await stopRuns(id);
  const { files, ids } = await db.transaction(async (tx) => {
    await lockPlace(tx, { scope: "org", id: orgId, orgId });
    await check?.(tx);
    const ids = (await tx.select({ id: teams.id }).from(teams).where(living)).map(({ id }) => id);
    const files: string[] = [];
    for (const id of ids) files.push(...(await emptyTeam(tx, id)));
    await tx.delete(orgMembers).where(eq(orgMembers.orgId, orgId));
    await tx.delete(schema.invites).where(eq(schema.invites.orgId, orgId));
    await tx.update(orgs).set({ dateDeleted: new Date() }).where(eq(orgs.id, orgId));
    await noteEnding(tx, orgId);
    return { files, ids };
  });
  await removeFiles(files);
  return ids;
}
