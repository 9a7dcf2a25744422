import { randomUUID } from "node:crypto";
import { accounts } from "@/lib/contract/accounts/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import type { Role } from "@/lib/permissions/roles";
import { callAs, expectOk, goodPassword, type Person } from "./client";

export const freshEmail = (name = "bob"): string => `${name}-${randomUUID()}@example.test`;

export const inTeam = (person: Pick<Person, "token">, slug: string) => ({
  token: person.token,
  params: { resourceSlug: slug },
});

/** The token of the link that whoever invites may pass on. */
export async function invited(
  by: Pick<Person, "token" | "slug">,
  email: string,
  role: Role = "Team Member",
  slug = by.slug,
): Promise<string> {
  const endpoint = role.startsWith("Org") ? orgs.invite : teams.invite;
  const { link } = await expectOk(
    callAs<typeof teams.invite>(endpoint as never, { ...inTeam(by, slug), body: { name: "Bob", email, role } }),
  );
  return new URL(String(link)).searchParams.get("token") ?? "";
}

export const accept = (token: string, { password, as }: { password?: string; as?: Person } = {}) =>
  callAs(accounts.verify, { token: as?.token, body: { token, password } });

/** Somebody new who has accepted an invite to a team of another. */
export async function joined(by: Person, role: Role = "Team Member"): Promise<Person> {
  const email = freshEmail();
  const { token } = await expectOk(accept(await invited(by, email, role), { password: goodPassword }));
  const view = (await expectOk(callAs(accounts.get, { token: String(token) }))) as {
    csrf: string;
    account: { _id: string };
  };
  return {
    email,
    password: goodPassword,
    token: String(token),
    csrf: view.csrf,
    accountId: view.account._id,
    orgId: by.orgId,
    slug: by.slug,
  };
}

interface Team {
  team: { id: string; name: string; ownerId: string };
  members: { memberId: string; email: string; role: string; permissions: number[]; effective: number[] }[];
  invites: { _id: string; email: string; role: string; invitedBy: string | null; valid: boolean }[];
}

export const readTeam = async (person: Person, slug = person.slug): Promise<Team> =>
  (await expectOk(
    callAs(teams.get, { ...inTeam(person, slug), query: { limit: 100, sort: "dateCreated", dir: "asc" } }),
  )) as unknown as Team;

export const statusesOf = (answers: { status: number }[]): number[] =>
  answers.map(({ status }) => status).sort((a, b) => a - b);
