import { beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { callAs, expectOk, newPerson, type Person, send } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { expectInTime } from "../support/expect-in-time";
import { longestBlock } from "../support/loop-delay";

ownDatabase();

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const read = (person: Person, query: object) =>
  expectOk(callAs(audit.list, { ...to(person), query: { limit: 20, ...query } as never }));

// First: garbage that the larger log leaves is collected in pauses that would count.
describe("entries of 2 MB each", () => {
  const total = 12;
  const megabytes = "x".repeat(2_000_000);
  let ada: Person;
  beforeAll(async () => {
    ada = await newPerson();
    const { pool } = await testDatabase();
    await pool.query(
      `insert into audit_entries (id, org_id, team_id, account_id, account_name, account_email, via, via_id, address,
         request_id, action, kind, target_id, target_name, after, date_created)
       select 'audit_large_' || i, $1, $2, 'account_1', 'Ada', 'a@example.test', 'session', 'token_1', '192.0.2.1',
         'request-1', 'tools.edit', 'large', 'tool_' || i, 'Tool', jsonb_build_object('code', $3::text),
         now() - make_interval(secs => i)
       from generate_series(1, ${total}) i`,
      [ada.orgId, ada.slug, megabytes],
    );
  }, 60_000);
  const targets = Array.from({ length: total }, (_, i) => `tool_${i + 1}`);

  it("are paged by their length, and none is left out", async () => {
    const seen: string[] = [];
    let before: string | null = null;
    do {
      const query = { kind: "large", limit: 100, ...(before && { before }) };
      const { result, blockedMs } = await longestBlock(() => read(ada, query));
      expect(blockedMs).toBeLessThan(200);
      const { entries, next } = result as { entries: { targetId: string }[]; next: string | null };
      expect(entries.length).toBeLessThan(4);
      seen.push(...entries.map(({ targetId }) => targetId));
      before = next;
    } while (before);
    expect(seen).toEqual(targets);
  });

  it("are exported whole", async () => {
    const { result, blockedMs } = await longestBlock(async () => {
      const { response } = await callAs(audit.export, { ...to(ada), query: { kind: "large" } });
      if (!response.body) throw new Error("Nothing was sent.");
      return Array.fromAsync(response.body);
    });
    expect(blockedMs).toBeLessThan(200);
    for (const piece of result) expect(piece.length).toBeLessThan(8_000_000);
    const { entries } = JSON.parse(Buffer.concat(result).toString()) as {
      entries: { targetId: string; after: { code: string } }[];
    };
    expect(entries.map(({ targetId }) => targetId)).toEqual(targets);
    expect(entries.every(({ after }) => after.code === megabytes)).toBe(true);
  });
});

describe("a log of 100,000 entries", () => {
  const total = 100_000;
  let ada: Person;
  beforeAll(async () => {
    ada = await newPerson();
    const { pool } = await testDatabase();
    await pool.query(
      `insert into audit_entries (id, org_id, team_id, account_id, account_name, account_email, via, via_id, address,
         request_id, action, kind, target_id, target_name, after, date_created)
       select 'audit_' || lpad(i::text, 26, '0'), $1, $2, 'account_' || i % 50, '=Name ' || i % 50, 'a@example.test',
         'session', 'token_1', '192.0.2.1', 'request-1', 'agents.edit', (array['agent', 'app', 'model'])[1 + i % 3],
         'agent_' || i % 1000, 'Agent, "quoted"', '{"name": "Agent"}', now() - make_interval(secs => ${total} - i)
       from generate_series(1, ${total}) i`,
      [ada.orgId, ada.slug],
    );
    await pool.query("analyze audit_entries");
  }, 60_000);

  it("is paged in time, no matter how deep and how filtered", async () => {
    const deep = `audit_${String(500).padStart(26, "0")}`;
    const queries = [{}, { before: deep }, { accountId: "account_7" }, { kind: "app" }, { targetId: "agent_3" }];
    const calls = queries.map((query) => async () => {
      expect((await read(ada, query)).entries).toHaveLength(20);
    });
    await expectInTime("audit entries", calls, () => callAs(accounts.get, { token: ada.token }));
  });

  it("is exported whole, as a table and as JSON", { timeout: 60_000 }, async () => {
    const csv = await send("GET", `/${ada.slug}/audit.csv`, undefined, { token: ada.token });
    const text = await csv.response.text();
    expect(text.split("\r\n")).toHaveLength(total + 2);
    expect(text).toContain(`,'=Name 7,`);
    expect(text).toContain('"Agent, ""quoted"""');
    const json = await callAs(audit.export, { ...to(ada), query: { accountId: "account_7" } });
    const { entries } = JSON.parse(await json.response.text()) as { entries: { accountId: string; _id: string }[] };
    expect(new Set(entries.map(({ _id }) => _id)).size).toBe(total / 50);
    expect(entries.every(({ accountId }) => accountId === "account_7")).toBe(true);
    const none = await callAs(audit.export, { ...to(ada), query: { accountId: "nobody" } });
    expect(JSON.parse(await none.response.text())).toEqual({ entries: [] });
  });
});
