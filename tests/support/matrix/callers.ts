import { eq } from "drizzle-orm";
import { sessionIdleMs } from "@/lib/constants/limits";
import { apps } from "@/lib/contract/apps/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { Permission } from "@/lib/permissions/bits";
import { permissionEntry } from "@/lib/permissions/entries";
import { teams } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk } from "../client";
import { testDatabase } from "../database";
import { expireKey, type MadeKey, newKey, removeKey, rotateKey } from "../keys";
import { everyBit, naiveBits, orgScope, teamScope } from "../naive-permissions";
import {
  type Account,
  changeToken,
  leave,
  newAccount,
  newMember,
  newOrg,
  newTeam,
  type Standing,
  tokenOf,
} from "../people";
import { endpoints } from "../registry";
import { type Furnished, furnishTeam } from "./furnished-team";

/** A token for one request: some calls end the session that makes them. */
export interface Caller {
  name: string;
  token: () => Promise<string>;
  /** May read the organisation's own values, as one of its members. */
  inOrg?: boolean;
  /** It is an API key. */
  key?: true;
  /** It is one of some teams. */
  limited?: boolean;
  /** Calls of the team that are theirs although they are not in it. */
  reaches?: readonly string[];
}

/** How an organisation's admin manages a team without being in it. */
const adminReaches = [
  ...["get", "member", "granters", "editMember", "edit", "invite", "removeMember", "remove"].map(
    (key) => `teams.${key}`,
  ),
  // tests/api/org-admins.test.ts sees to what these show.
  "accounts.get",
  "accounts.welcome",
  "notifications.list",
];

/** What whoever runs the server reaches in all teams: figures and names, as tests/api/admin.test.ts sees to. */
const rootCalls = endpoints.filter(({ access }) => access === "root").map(({ name }) => name);

/** Nobody in particular: none of these proves who is calling. */
export function anonymousCallers({ owner }: Furnished): Caller[] {
  const ownersToken = (columns: Parameters<typeof changeToken>[1]) => async () =>
    changeToken(await tokenOf(owner), columns);
  // One for all requests of the suite: it stays as it is.
  const ownersKey = (spoil: (key: MadeKey) => Promise<unknown>) => {
    const made = newKey(owner, everything).then(async (key) => {
      await spoil(key);
      return key.secret;
    });
    return () => made;
  };
  return [
    { name: "no token", token: async () => "" },
    { name: "a token that nobody has", token: async () => `ms_${"0".repeat(52)}` },
    { name: "the owner's expired session", token: ownersToken({ expires: new Date(Date.now() - 1_000) }) },
    {
      name: "the owner's idle session",
      token: ownersToken({ lastUsed: new Date(Date.now() - sessionIdleMs - 1_000) }),
    },
    { name: "a key that nobody has", token: async () => `mk_${"0".repeat(52)}` },
    { name: "the owner's expired key", token: ownersKey(expireKey) },
    { name: "the owner's key before it was rotated", token: ownersKey((key) => rotateKey(owner, key)) },
    { name: "the owner's deleted key", token: ownersKey((key) => removeKey(owner, key)) },
    { name: "the owner's mailed link", token: ownersToken({ purpose: "reset" }) },
  ];
}

const by = (name: string, account: Account, inOrg = false): Caller => ({ name, token: () => tokenOf(account), inOrg });

const everything = { permissions: everyBit.filter((bit) => bit !== Permission.ROOT) };

async function byKey(name: string, account: Account, options: { teamIds?: string[]; inOrg?: boolean } = {}) {
  const { inOrg = false, ...scope } = options;
  const { secret } = await newKey(account, { ...everything, ...scope });
  return { name, token: async () => secret, inOrg, key: true, limited: scope.teamIds !== undefined } satisfies Caller;
}

/** People who are signed in and have no business in the team. */
export async function outsiders(team: Furnished, sibling: Furnished): Promise<Caller[]> {
  const elsewhere = await newOrg(await newAccount(), "Elsewhere", "Elsewhere");
  const otherOwner = await newMember(elsewhere, { orgOwner: true, teamOwner: true });
  const otherMember = await newMember(elsewhere, { orgBits: orgScope, teamBits: teamScope });
  const root = await newMember(elsewhere, { root: true });
  const siblingMember = await newMember(sibling, { orgBits: without(orgScope, 24), teamBits: teamScope });
  const orgAdmin = await newMember(sibling, { orgBits: [24] });
  const removed = await newMember(team, { orgBits: orgScope, teamBits: teamScope });
  const removedKey = await byKey("a removed member's key", removed);
  await leave(removed, team);
  const other = await newTeam(team.owner, team.orgId, "Other");
  return [
    by("another organisation's owner", otherOwner),
    by("another organisation's member", otherMember),
    { ...by("root of another organisation", root), reaches: rootCalls },
    by("someone in no team", await newAccount()),
    by("a sibling team's owner", sibling.owner, true),
    by("a sibling team's member with every bit but admin", siblingMember, true),
    { ...by("an organisation admin without a row in the team", orgAdmin, true), reaches: adminReaches },
    by("a removed member", removed),
    removedKey,
    await byKey("the key of another organisation's owner", otherOwner),
    await byKey("the owner's key for another team", team.owner, { teamIds: [other.slug], inOrg: true }),
  ];
}

/** Visitors of the team who came by public links: nobody in particular, and the team's owner who was signed in. */
export async function visitorsOf({ owner, slug, ids }: Furnished): Promise<Caller[]> {
  const params = { resourceSlug: slug };
  const token = await tokenOf(owner);
  const app = { name: "Door", type: "chat", sharingMode: "public", agentId: ids.agentId };
  const { _id: appId } = await expectOk(callAs(apps.add, { token, params, body: app }));
  const { shareId } = await expectOk(callAs(shares.add, { token, params, body: { appId: String(appId) } }));
  const visitor = async (name: string, as?: string): Promise<Caller> => {
    const body = { id: String(appId), shareId };
    const { visitorToken } = await expectOk(callAs(sessions.add, { token: as, prefix: "/s", params, body }));
    return { name, token: async () => String(visitorToken), inOrg: as !== undefined };
  };
  return [await visitor("a visitor"), await visitor("the owner as a visitor", token)];
}

/** A team that was deleted, for which its owner is a stranger like anybody else. */
export async function deletedTeam(): Promise<Furnished> {
  const { db } = await testDatabase();
  const team = await furnishTeam();
  await db.update(teams).set({ dateDeleted: new Date() }).where(eq(teams.id, team.slug));
  return team;
}

const without = (bits: number[], ...out: number[]): number[] => bits.filter((bit) => !out.includes(bit));

const nothing = { root: false, orgOwner: false, teamOwner: false, orgBits: [], teamBits: [] };

/** Stores the bit and nothing else. One that cannot be stored comes with owning the organisation. */
export function holderOf(bit: number): Standing {
  if (bit === Permission.ROOT) return { root: true };
  if (orgScope.includes(bit)) return { orgBits: [bit] };
  return teamScope.includes(bit) ? { teamBits: [bit] } : { orgOwner: true };
}

/** Stores everything that may be stored, but for what gives the bit. */
export function lackerOf(bit: number): Standing {
  const gives = (standing: Partial<typeof nothing>) => naiveBits({ ...nothing, ...standing }).includes(bit);
  return {
    orgBits: everyBit.filter((other) => !gives({ orgBits: [other] as never })),
    teamBits: everyBit.filter((other) => !gives({ teamBits: [other] as never })),
  };
}

export const refusalOf = (bit: number) => ({
  error: `Missing permission "${permissionEntry(bit)?.title}"`,
  code: "forbidden",
  permission: bit,
});
