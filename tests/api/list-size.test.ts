import { beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apikeys } from "@/lib/contract/apikeys/schemas";
import { audit } from "@/lib/contract/audit/schemas";
import { fillPath } from "@/lib/contract/base/endpoint";
import { notifications } from "@/lib/contract/notifications/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { callAs, expectOk, newPerson, type Person, send } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { expectInTime } from "../support/expect-in-time";
import { newKey } from "../support/keys";
import { inTeam } from "../support/members";
import { multiply } from "../support/multiply";
import { tell } from "../support/notifications";

ownDatabase();

const rows = 10_000;

interface List {
  table: string;
  /** What must differ between its rows, beside their ids. */
  unique: string[];
  /** Basics sorted by; `date_created` without it. */
  date?: "date";
  path: string;
  search?: string;
}
const lists: List[] = [
  { table: "variables", unique: [], path: variables.list.path, search: "q=customer" },
  { table: "api_keys", unique: ["hash"], path: apikeys.list.path, search: "q=key" },
  { table: "audit_entries", unique: [], path: audit.list.path, search: "kind=variable" },
  { table: "notifications", unique: ["key"], date: "date", path: notifications.list.path },
];

let ada: Person;
beforeAll(async () => {
  ada = await newPerson();
  const body = { name: "customer", description: "", defaultValue: "", secret: false };
  await expectOk(callAs(variables.add, { ...inTeam(ada, ada.slug), body }));
  await newKey(ada);
  await tell({ to: [ada.accountId], teamId: ada.slug, title: "A notification" });
}, 60_000);

/** The keys of a page's rows, and what the next page begins after. */
async function page(path: string): Promise<{ ids: string[]; before: string | undefined }> {
  const { status, body } = await send("GET", path, undefined, { token: ada.token });
  expect(status).toBe(200);
  const found = Object.values(body).find((value) => Array.isArray(value) && value[0]?._id) as { _id: string }[];
  const ids = found.map(({ _id }) => _id);
  return { ids, before: ids.at(-1) };
}

describe.each(lists)("10,000 rows of $table", ({ table, unique, path, search, date = "date_created" }) => {
  it("are paged in time, no matter how deep", { timeout: 60_000 }, async () => {
    const { pool } = await testDatabase();
    const { rows: made } = await pool.query<{ id: string }>(`select id from ${table} order by ${date} limit 1`);
    await multiply(pool, table, made[0]?.id ?? "", rows, unique);
    const at = async (offset: number) =>
      (
        await pool.query<{ id: string }>(`select id from ${table} order by ${date} desc, id desc offset $1 limit 1`, [
          offset,
        ])
      ).rows[0]?.id;
    const list = `${fillPath(path, { resourceSlug: ada.slug })}?limit=20`;
    const pages = [list, `${list}&before=${await at(5_000)}`, `${list}&before=${await at(rows - 30)}`];
    if (search) pages.push(`${list}&${search}`);
    const seen = await Promise.all(pages.map(page));
    expect(seen.map(({ ids }) => ids.length)).toEqual(pages.map(() => 20));
    expect(new Set(seen.slice(0, 3).flatMap(({ ids }) => ids)).size).toBe(60);
    const small = () => callAs(accounts.get, { token: ada.token });
    await expectInTime(
      table,
      pages.map((each) => () => page(each)),
      small,
    );
  });
});
