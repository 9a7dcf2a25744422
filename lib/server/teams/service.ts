import type { Tx } from "../db/client";
import { newId } from "../db/ids";
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
