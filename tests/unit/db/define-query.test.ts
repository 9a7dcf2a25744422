import { and, eq, sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { Reader } from "@/lib/server/platform/db/client";
import { defineQueries, defineQuery, defineStatement } from "@/lib/server/platform/db/query/define-query";
import { variables } from "@/lib/server/platform/db/tables/variables";

/** A database that finds nothing, and notes each statement. */
function noting() {
  const asked: { text: string; name?: string | undefined; values: unknown[] }[] = [];
  const query = async (statement: { text: string; name?: string | undefined }, values: unknown[]) => {
    asked.push({ ...statement, values });
    return { rows: [] };
  };
  return { db: { _: { session: { client: { query } } } } as never as Reader, asked };
}

type Filter = { teamId: string; name?: string | undefined; secret?: boolean | undefined };

function defined() {
  const build = vi.fn();
  const run = defineQueries<Filter, { limit: string }>()((db, given, { limit }) => {
    build();
    return db
      .select({ id: variables.id })
      .from(variables)
      .where(
        and(
          eq(variables.teamId, given.teamId),
          given.name && eq(variables.name, given.name),
          given.secret && eq(variables.secret, given.secret),
        ),
      )
      .limit(Number(limit));
  });
  return { build, run };
}

describe("queries that are built once", () => {
  it("are built once for each combination of given values, whatever these are", async () => {
    const [{ db, asked }, { build, run }] = [noting(), defined()];
    for (const teamId of ["ada", "bob"])
      for (const secret of [true, false, undefined]) await run(db, { teamId, secret }, { limit: "5" });
    expect(build).toHaveBeenCalledTimes(2);
    expect(new Set(asked.map(({ text }) => text)).size).toBe(2);
    await run(db, { teamId: "ada" }, { limit: "20" });
    await run(db, { teamId: "ada", name: undefined }, { limit: "20" });
    expect(build).toHaveBeenCalledTimes(3);
  });

  it("contain none of the values", async () => {
    const [{ db, asked }, { run }] = [noting(), defined()];
    await run(db, { teamId: "ada", name: "key" }, { limit: "5" });
    expect(asked[0]?.text).toMatch(/"team_id" = \$1 and "variables"."name" = \$2\) limit 5$/);
    expect(asked[0]?.values).toEqual(["ada", "key"]);
  });

  it("are forgotten when there are too many", async () => {
    const [{ db }, { build, run }] = [noting(), defined()];
    const ask = (limit: number) => run(db, { teamId: "ada" }, { limit: String(limit) });
    for (let limit = 1; limit <= 100; limit += 1) await ask(limit);
    await ask(1);
    expect(build).toHaveBeenCalledTimes(100);
    await ask(101);
    await ask(1);
    expect(build).toHaveBeenCalledTimes(102);
  });
});

it("queries of a fixed text have a name, so that those of lists can't keep them from being prepared", async () => {
  const { db, asked } = noting();
  const statements = [1, 2].map((n) =>
    defineStatement<{ id: string }>()((value) => sql`select ${sql.raw(String(n))} where ${value("id")} = 'a'`),
  );
  const select = defineQuery<{ id: string }>()((builder, value) =>
    builder
      .select({ id: variables.id })
      .from(variables)
      .where(eq(variables.id, value("id"))),
  );
  for (const run of [...statements, ...statements, select]) await run(db, { id: "a" });
  await defined().run(db, { teamId: "ada" }, { limit: "5" });
  const names = asked.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(names.slice(2, 4));
  expect(new Set(names).size).toBe(4);
  expect(names.slice(0, 5)).toEqual(Array(5).fill(expect.stringMatching(/^built_[0-9a-f]{20}$/)));
  expect(names[5]).toBeUndefined();
});
