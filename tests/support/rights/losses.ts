import { eq } from "drizzle-orm";
import { accounts } from "@/lib/contract/accounts/schemas";
import { admin } from "@/lib/contract/admin/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { security } from "@/lib/contract/security/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { shareLinks } from "@/lib/server/platform/db/tables/shares";
import { orgs as orgRows, teams as teamRows } from "@/lib/server/platform/db/tables/teams";
import { callAs, expectOk } from "../client";
import { testDatabase } from "../database";
import { changeKey, expireKey, type MadeKey, removeKey, rotateKey } from "../keys";
import { csrfOf, leave, newAccount, newTeam, stand, tokenOf } from "../people";
import { setPlan } from "../plans";
import { made, type Stage, type VisitorStage } from "./stage";

/** A way in which rights end, with what the call is answered then. */
export interface Loss<S> {
  name: string;
  status: number;
  take: (stage: S) => Promise<unknown>;
  /** It deletes what a call may hold: it waits for a call that holds a row. */
  deletes?: true;
  /** The caller stays a member, without any permission. */
  bits?: true;
}

const root = async () => tokenOf(await newAccount("Root", true));

async function named(table: typeof teamRows | typeof orgRows, id: string): Promise<string> {
  const { db } = await testDatabase();
  const [row] = await db.select({ name: table.name }).from(table).where(eq(table.id, id));
  return row?.name ?? "";
}

const removed = (stage: Stage) => made(stage, teams.removeMember, { memberId: stage.member.accountId });
const closed = async ({ member }: Stage) =>
  expectOk(callAs(admin.close, { token: await root(), params: { accountId: member.accountId } }));
const withoutBits = (stage: Stage) => stand(stage.member, stage, { orgBits: [], teamBits: [] });
const teamDeleted = async (stage: Stage) => made(stage, teams.remove, { name: await named(teamRows, stage.slug) });

/** Whoever calls, whether with a session or with a key. */
const ofMember: Loss<Stage>[] = [
  { name: "is removed from the team", status: 404, take: removed },
  {
    name: "is removed from the organization",
    status: 404,
    take: (stage) => made(stage, orgs.removeMember, { memberId: stage.member.accountId }),
  },
  { name: "leaves", status: 404, take: (stage) => leave(stage.member, stage) },
  { name: "loses the bit", status: 403, take: withoutBits, bits: true },
  { name: "loses the seat", status: 403, take: ({ orgId }) => setPlan(orgId, { plan: "free" }) },
  { name: "is closed", status: 401, take: closed },
  { name: "has the team deleted", status: 404, take: teamDeleted, deletes: true },
  {
    name: "has the organization deleted",
    status: 404,
    take: async (stage) => made(stage, orgs.remove, { name: await named(orgRows, stage.orgId) }),
    deletes: true,
  },
];

export const sessionLosses: Loss<Stage>[] = [
  ...ofMember,
  {
    name: "signs out",
    status: 401,
    take: async ({ memberToken: token }) =>
      expectOk(callAs(accounts.logout, { token, headers: { "x-csrf-token": await csrfOf(token) } })),
  },
  {
    name: "ends the other sessions",
    status: 401,
    take: async ({ member }) => expectOk(callAs(security.endOthers, { token: await tokenOf(member) })),
  },
];

type KeyStage = Stage & { key: MadeKey };

export const keyLosses: Loss<KeyStage>[] = [
  ...ofMember.map((loss) => ({ ...loss, name: `owner ${loss.name}` })),
  { name: "is deleted", status: 401, take: ({ member, key }) => removeKey(member, key) },
  { name: "is rotated", status: 401, take: ({ member, key }) => rotateKey(member, key) },
  { name: "expires", status: 401, take: ({ key }) => expireKey(key) },
  {
    name: "is narrowed to no permission",
    bits: true,
    status: 403,
    take: ({ key }) => changeKey(key, { permissions: [] }),
  },
  {
    name: "is narrowed to another team",
    status: 404,
    take: async ({ key, owner, orgId }) => changeKey(key, { teamIds: [(await newTeam(owner, orgId, "Other")).slug] }),
  },
];

export const visitorLosses: Loss<VisitorStage>[] = [
  {
    name: "whose link is revoked",
    status: 401,
    take: (stage) =>
      callAs(shares.remove, { token: stage.ownerToken, params: { resourceSlug: stage.slug, shareId: stage.shareId } }),
  },
  {
    name: "whose link expires",
    status: 404,
    take: async ({ shareId }) => {
      const { db } = await testDatabase();
      return db
        .update(shareLinks)
        .set({ expires: new Date(0) })
        .where(eq(shareLinks.id, shareId));
    },
  },
  {
    name: "whose app is private now",
    status: 404,
    take: (stage) => made(stage, apps.edit, { sharingMode: "private" }, { appId: stage.appId }),
  },
  { name: "whose app is deleted", status: 401, take: (stage) => made(stage, apps.remove, {}, { appId: stage.appId }) },
  { name: "whose team is deleted", status: 401, take: teamDeleted },
];
