import { beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { expectInTime } from "../support/expect-in-time";

ownDatabase();

const total = 10_000;
const calls = { team: teams.get, org: orgs.get as unknown as typeof teams.get };
type Scope = keyof typeof calls;
interface Page {
  members: { memberId: string; name: string; email: string; dateCreated: string }[];
  next: string | null;
  memberCount: number;
}

let ada: Person;
const ask = (scope: Scope, query: object) =>
  callAs(calls[scope], { token: ada.token, params: { resourceSlug: ada.slug }, query: query as never });
const read = async (scope: Scope, query: object) => (await expectOk(ask(scope, query))) as unknown as Page;

beforeAll(async () => {
  ada = await newPerson();
  const { pool } = await testDatabase();
  const ids = `'account_' || lpad(i::text, 26, '0')`;
  // A hundred to a name, ten to a moment.
  const when = `timestamptz '2026-01-01' + make_interval(mins => i / 10)`;
  const some = `from generate_series(1, ${total - 1}) i`;
  await pool.query(`insert into accounts (id, email, name) select ${ids}, 'p' || i || '@example.test',
    'Person ' || lpad((i % 100)::text, 3, '0') ${some}`);
  await pool.query(
    `insert into org_members (org_id, account_id, permissions, date_created)
     select $1, ${ids}, array[]::integer[], ${when} ${some}`,
    [ada.orgId],
  );
  await pool.query(
    `insert into team_members (team_id, account_id, permissions, date_created)
     select $1, ${ids}, array[100], ${when} ${some}`,
    [ada.slug],
  );
  await pool.query("analyze accounts, org_members, team_members");
}, 60_000);

describe.each<Scope>(["team", "org"])("a %s of 10,000 members", (scope) => {
  it.each([
    ["name", "asc"],
    ["name", "desc"],
    ["dateCreated", "asc"],
    ["dateCreated", "desc"],
  ])("is read whole by %s, %s: nobody twice, nobody left out", { timeout: 60_000 }, async (sort, dir) => {
    const found: Page["members"] = [];
    let before: string | null = null;
    do {
      const page: Page = await read(scope, { sort, dir, limit: 100, ...(before && { before }) });
      found.push(...page.members);
      before = page.next;
    } while (before);
    expect(new Set(found.map(({ memberId }) => memberId)).size).toBe(total);
    const order = found.map((one) => `${one[sort as "name"]} ${one.memberId}`);
    const sorted = [...order].sort();
    expect(order).toEqual(dir === "asc" ? sorted : sorted.reverse());
  });

  it("is paged in time, no matter how deep and how searched", async () => {
    const deep = `account_${String(5_000).padStart(26, "0")}`;
    const last = `account_${String(9_950).padStart(26, "0")}`;
    const queries = [{}, { before: deep }, { sort: "name" }, { sort: "name", before: last }, { q: "p99" }];
    for (const query of queries) await read(scope, query);
    const calls = queries.map((query) => async () => {
      const { members, memberCount } = await read(scope, query);
      expect([members.length, memberCount]).toEqual([20, total]);
    });
    await expectInTime(`members of a ${scope}`, calls, () => callAs(accounts.get, { token: ada.token }));
  });

  it("is searched by name or e-mail, as text", async () => {
    const byMail = await read(scope, { q: "P4711@" });
    expect(byMail.members.map(({ email }) => email)).toEqual(["p4711@example.test"]);
    expect(byMail.next).toBeNull();
    expect((await read(scope, { q: "person 007", limit: 100 })).members).toHaveLength(100);
    expect((await read(scope, { q: "%" })).members).toEqual([]);
  });

  it("begins no page after somebody who is not in it", async () => {
    const stranger = await newPerson("Eve");
    for (const before of [stranger.accountId, "account_none"])
      expect(await ask(scope, { before })).toMatchObject({ status: 400, body: { issues: [{ path: "before" }] } });
  });
});
