import { eq } from "drizzle-orm";
import type { QueryConfig } from "pg";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { viewAsHeader } from "@/lib/constants/ui";
import { apps } from "@/lib/contract/apps/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { shares } from "@/lib/contract/shares/schemas";
import { Permission } from "@/lib/permissions/bits";
import { apps as appRows } from "@/lib/server/platform/db/tables/apps";
import { sessions as sessionRows } from "@/lib/server/platform/db/tables/sessions";
import { shareLinks } from "@/lib/server/platform/db/tables/shares";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { joinTeam, newApp, newSession } from "../support/sessions";

/** Somebody who lists the rows of a team, perhaps with a member's eyes. */
interface Caller {
  person: Person;
  slug: string;
  viewAs?: Person;
}

interface Own {
  apps: string;
  sessions: string;
  shareLinks: string;
}

const lists = { apps: apps.list, sessions: sessions.list, shareLinks: shares.list };
type ListName = keyof typeof lists;

let callers: Record<string, Caller>;
/** What only its creator and the admins of the team see, by creator. */
let own: Record<string, Own>;

/** A private app of the person in the team, with a private session and a link. */
async function addPrivate(owner: Person, person: Person, name: string): Promise<Own> {
  const { db } = await testDatabase();
  const [app, hidden] = [
    await newApp(owner),
    { createdBy: person.accountId, sharingConfig: { mode: "private" as const, emails: [] } },
  ];
  const session = await newSession(owner, app);
  await db
    .update(appRows)
    .set({ ...hidden, name: `Private ${name}` })
    .where(eq(appRows.id, app));
  await db
    .update(sessionRows)
    .set({ ...hidden, name: `Private ${name}` })
    .where(eq(sessionRows.id, session));
  const to = { token: owner.token, params: { resourceSlug: owner.slug } };
  const { shareId } = await expectOk(callAs(shares.add, { ...to, body: { appId: app } }));
  await db
    .update(shareLinks)
    .set({ createdBy: person.accountId })
    .where(eq(shareLinks.id, String(shareId)));
  return { apps: app, sessions: session, shareLinks: String(shareId) };
}

beforeAll(async () => {
  const [ada, bob, carol] = [await newPerson(), await newPerson("Bob"), await newPerson("Carol")];
  const [finn, eve] = [await newPerson("Finn"), await newPerson("Eve")];
  for (const [member, { slug }] of [[bob, ada] as const, [carol, ada] as const, [eve, finn] as const])
    await joinTeam(member, slug, [Permission.EDIT_APP]);
  own = {
    ada: await addPrivate(ada, ada, "of Ada"),
    bob: await addPrivate(ada, bob, "of Bob"),
    carol: await addPrivate(ada, carol, "of Carol"),
    finn: await addPrivate(finn, finn, "of Finn"),
    eve: await addPrivate(finn, eve, "of Eve"),
  };
  callers = {
    bob: { person: bob, slug: ada.slug },
    carol: { person: carol, slug: ada.slug },
    ada: { person: ada, slug: ada.slug },
    "ada viewing as bob": { person: ada, slug: ada.slug, viewAs: bob },
    "ada viewing as carol": { person: ada, slug: ada.slug, viewAs: carol },
    finn: { person: finn, slug: finn.slug },
    eve: { person: eve, slug: finn.slug },
  };
});

/** Whose rows each caller sees. */
const seen: Record<string, string[]> = {
  bob: ["bob"],
  carol: ["carol"],
  ada: ["ada", "bob", "carol"],
  "ada viewing as bob": ["bob"],
  "ada viewing as carol": ["carol"],
  finn: ["finn", "eve"],
  eve: ["eve"],
};

const call = (list: ListName, name: string, query: Record<string, unknown>) => {
  const { person, slug, viewAs } = callers[name] as Caller;
  return callAs(lists[list], {
    token: person.token,
    params: { resourceSlug: slug },
    query: query as never,
    ...(viewAs && { headers: { [viewAsHeader]: viewAs.accountId } }),
  });
};

async function idsOf(list: ListName, name: string, query: Record<string, unknown>): Promise<string[]> {
  const answer = await expectOk(call(list, name, query));
  return (answer[list] as { _id?: string; shareId?: string }[]).map(({ _id, shareId }) => _id ?? shareId ?? "").sort();
}

const rowsSeen = (list: ListName, name: string): string[] =>
  (seen[name] ?? []).map((whose) => own[whose]?.[list] ?? "").sort();

/** The list's statements that `work` ran. */
async function statementsOf(work: () => Promise<unknown>, table: string): Promise<Set<string>> {
  const { pool } = await testDatabase();
  const query = vi.spyOn(pool, "query");
  try {
    await work();
    const texts = query.mock.calls.map(([statement]) => (statement as unknown as QueryConfig).text);
    return new Set(texts.filter((text) => text.startsWith(`select "${table}"`)));
  } finally {
    query.mockRestore();
  }
}

const tables = { apps: "apps", sessions: "sessions", shareLinks: "share_links" };
const queries: Record<string, Record<string, unknown>> = {
  "without a filter": {},
  "by name, ascending": { sort: "name", dir: "asc" },
  "a short page": { limit: 3 },
};
const filters: Record<ListName, Record<string, unknown>> = {
  apps: { sharingMode: "private", type: "chat" },
  sessions: { status: "started" },
  shareLinks: {},
};

describe.each(Object.keys(lists) as ListName[])("callers of the list of %s", (list) => {
  it.each(Object.entries({ ...queries, "with filters": filters[list] }))(
    "get their own rows from a statement that they share: %s",
    async (_, query) => {
      // In both orders: a statement is built for the first caller.
      for (const names of [Object.keys(callers), Object.keys(callers).reverse()])
        for (const name of names) expect(await idsOf(list, name, query), name).toEqual(rowsSeen(list, name));
      const members = ["bob", "carol", "eve"];
      const shared = await statementsOf(async () => {
        for (const name of members) expect(await idsOf(list, name, query), name).toEqual(rowsSeen(list, name));
      }, tables[list]);
      expect(shared.size).toBe(1);
      const apart = await statementsOf(() => idsOf(list, "ada", query), tables[list]);
      expect(apart.size).toBe(1);
      expect([...apart][0]).not.toBe([...shared][0]);
    },
  );

  it("get their own rows when all call simultaneously", async () => {
    const names = Object.keys(callers).flatMap((name) => [name, name, name]);
    const found = await Promise.all(names.map((name) => idsOf(list, name, { limit: 7 })));
    expect(found).toEqual(names.map((name) => rowsSeen(list, name)));
  });

  it("can't continue from a row that another sees", async () => {
    const begin = (name: string, whose: string) => call(list, name, { before: own[whose]?.[list] });
    const statuses = async (name: string) => {
      const found: Record<string, number> = {};
      for (const whose of Object.keys(own)) found[whose] = (await begin(name, whose)).status;
      return found;
    };
    for (const name of Object.keys(callers)) {
      const expected = Object.keys(own).map((whose) => [whose, seen[name]?.includes(whose) ? 200 : 400]);
      expect(await statuses(name), name).toEqual(Object.fromEntries(expected));
    }
  });
});

it.each(["apps", "sessions"] as const)("a search in the list of %s finds nothing of others", async (list) => {
  for (const name of Object.keys(callers))
    expect(await idsOf(list, name, { q: "private of" }), name).toEqual(rowsSeen(list, name));
});
