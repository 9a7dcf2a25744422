import { and, eq, getTableColumns, is, isNull } from "drizzle-orm";
import { type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { recordSubscriptionEnd } from "../../access/billing/stripe/end-subscription";
import { lockOrgOrTeam } from "../../access/teams/lock";
import { cancelTeamRuns } from "../../engine/runs/cancel";
import { openDatabase, type ReadWrite, type Transact, type Tx } from "../../platform/db/client";
import { assets } from "../../platform/db/tables/assets";
import * as schema from "../../platform/db/tables/schema";
import { orgMembers, orgs, teams } from "../../platform/db/tables/teams";
import { removeFiles } from "../../platform/storage/remove-files";
import { releaseTeamDatasources } from "../datasources/store/actions";
import { listTeamFiles } from "../sessions/service";
import { listTrashedFiles } from "../trash/service";
import { clearCurrentTeam } from "./leave";

/** Tables whose rows are retained: usage, the audit log, and pending removals of external data. */
const retainedTables: ReadonlySet<PgTable> = new Set<PgTable>([
  schema.modelCalls,
  schema.auditEntries,
  schema.vectorsToRemove,
  schema.sourcesToRemove,
]);

/** Every table with a team id, found by its column, so that later resources are included. */
const teamTables = Object.values(schema).flatMap((table): { table: PgTable; teamId: PgColumn }[] => {
  if (!is(table, PgTable) || retainedTables.has(table)) return [];
  const { teamId } = getTableColumns(table as PgTable) as { teamId?: PgColumn };
  return teamId ? [{ table, teamId }] : [];
});

/** What belongs to an organization itself: its members, and who can become one. */
const orgTables = [
  schema.invites,
  schema.orgTelemetry,
  schema.scimGroups,
  schema.scimUsers,
  schema.scimTokens,
  schema.identities,
  schema.identityDomains,
  schema.identityProviders,
];

/** Deletes a team's content and marks it as deleted. Returns its stored files, to be deleted after the commit. */
async function emptyTeam(tx: Tx, teamId: string): Promise<string[]> {
  await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("update");
  const icons = await tx.select({ filename: assets.filename }).from(assets).where(eq(assets.teamId, teamId));
  const files = [
    ...(await listTeamFiles(tx, teamId)),
    ...(await listTrashedFiles(tx, teamId)),
    ...(await releaseTeamDatasources(tx, teamId)),
    ...icons.map(({ filename }) => `icons/${filename}`),
  ];
  for (const { table, teamId: column } of teamTables) await tx.delete(table).where(eq(column, teamId));
  await clearCurrentTeam(tx, [teamId]);
  await tx.update(teams).set({ dateDeleted: new Date() }).where(eq(teams.id, teamId));
  return files;
}

/** Cancels the runs before the deletion, because cancelling uses separate transactions. */
const stopRuns = async (teamId: string): Promise<void> => cancelTeamRuns((await openDatabase()).db, teamId);

export async function removeTeam(write: Transact, teamId: string): Promise<void> {
  await stopRuns(teamId);
  await removeFiles(await write((tx) => emptyTeam(tx, teamId)));
}

/** Deletes an organization with its teams, unless the check under its lock throws. Returns the teams' ids. */
export async function removeOrg(store: ReadWrite, orgId: string, check?: (tx: Tx) => Promise<void>): Promise<string[]> {
  const isNotDeleted = and(eq(teams.orgId, orgId), isNull(teams.dateDeleted));
  for (const { id } of await store.db.select({ id: teams.id }).from(teams).where(isNotDeleted)) await stopRuns(id);
  const { files, ids } = await store.write(async (tx) => {
    await lockOrgOrTeam(tx, { scope: "org", id: orgId, orgId });
    await check?.(tx);
    const ids = (await tx.select({ id: teams.id }).from(teams).where(isNotDeleted)).map(({ id }) => id);
    const files: string[] = [];
    for (const id of ids) files.push(...(await emptyTeam(tx, id)));
    await tx.delete(orgMembers).where(eq(orgMembers.orgId, orgId));
    for (const table of orgTables) await tx.delete(table).where(eq(table.orgId, orgId));
    await tx.update(orgs).set({ dateDeleted: new Date() }).where(eq(orgs.id, orgId));
    await recordSubscriptionEnd(tx, orgId);
    return { files, ids };
  });
  await removeFiles(files);
  return ids;
}
