import { eq } from "drizzle-orm";
import { type PlanRow, planColumns, planInForce } from "../billing/plan-in-force";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { env } from "../env";
import { notFound } from "../http/errors";
import { notify, plain } from "../notifications/service";
import { teamSlug } from "./slug";
import { orgMembers, orgs, teamMembers, teams } from "./table";

/** A team with its first member, who owns it. */
export async function makeTeam(tx: Tx, orgId: string, name: string, ownerId: string) {
  const [team] = await tx
    .insert(teams)
    .values({ id: teamSlug(name), orgId, name, ownerId })
    .returning();
  if (!team) throw new Error("The team was not stored.");
  await tx.insert(teamMembers).values({ teamId: team.id, accountId: ownerId });
  return team;
}

/** Makes somebody a member, with these bits in the place that they were invited to. Who is one already stays as they are. */
export async function addMember(
  tx: Tx,
  { orgId, teamId }: { orgId: string; teamId: string | null },
  accountId: string,
  permissions: number[],
): Promise<void> {
  const inOrg = teamId === null ? permissions : [];
  await tx.insert(orgMembers).values({ orgId, accountId, permissions: inOrg }).onConflictDoNothing();
  if (teamId !== null) await tx.insert(teamMembers).values({ teamId, accountId, permissions }).onConflictDoNothing();
}

/** Tells a team that somebody is new in it; of an organisation without a team only who has invited them. */
export async function tellJoined(
  tx: Tx,
  { teamId, invitedBy }: { teamId: string | null; invitedBy: string },
  joined: string,
  place: string,
): Promise<void> {
  const words = {
    type: "team",
    title: "New member",
    description: `${plain(joined)} has joined ${plain(place)}.`,
  } as const;
  if (teamId === null) await notify(tx, { ...words, to: [invitedBy], teamId });
  else await notify(tx, { ...words, to: "team", teamId, link: `/${teamId}/team` });
}

interface Kept {
  teamId: string;
  own: number | null;
  plan: PlanRow;
}

const keeping = (db: Pick<Db, "select">) =>
  db
    .select({ teamId: teams.id, own: teams.sessionDays, plan: planColumns })
    .from(teams)
    .innerJoin(orgs, eq(orgs.id, teams.orgId));

/** The team's own choice, else the server's, and never more than the plan's. 0: for ever. */
function retention({ own, plan }: Kept) {
  const [server, planned] = [env().SESSION_EVENTS_DAYS, planInForce(plan).limits.sessionDays];
  const limits = [own ?? server, planned].filter((days) => days > 0);
  return { days: limits.length > 0 ? Math.min(...limits) : 0, own, server, plan: planned };
}

export async function retentionOf(db: Pick<Db, "select">, teamId: string) {
  const [row] = await keeping(db).where(eq(teams.id, teamId));
  if (!row) throw notFound("This team");
  return retention(row);
}

/** Teams whose sessions are not kept for ever, with the days for which they are. */
export async function keepingTeams(db: Pick<Db, "select">): Promise<{ teamId: string; days: number }[]> {
  const rows = await keeping(db);
  return rows.map((row) => ({ teamId: row.teamId, days: retention(row).days })).filter(({ days }) => days > 0);
}

/** An organisation with a first team, both owned by the account. */
export async function makeOrg(tx: Tx, orgName: string, teamName: string, ownerId: string) {
  const [org] = await tx
    .insert(orgs)
    .values({ id: newId("org"), name: orgName, ownerId })
    .returning();
  if (!org) throw new Error("The organization was not stored.");
  await tx.insert(orgMembers).values({ orgId: org.id, accountId: ownerId });
  return { org, team: await makeTeam(tx, org.id, teamName, ownerId) };
}
