import { and, eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { Reader } from "@/lib/server/platform/db/client";
import { defineQueries, type Values } from "@/lib/server/platform/db/query/define-query";
import { variables } from "@/lib/server/platform/db/tables/variables";

/** A database that finds nothing, and notes each statement. */
function noting() {
  const asked: { query: { sql: string; params: unknown[] }; values: Values }[] = [];
  const prepareQuery = (query: { sql: string; params: unknown[] }) => ({
    execute: async (values: Values) => {
      asked.push({ query, values });
      return [];
    },
  });
  return { db: { _: { session: { prepareQuery } } } as never as Reader, asked };
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
    expect(new Set(asked.map(({ query }) => query)).size).toBe(2);
    await run(db, { teamId: "ada" }, { limit: "20" });
    await run(db, { teamId: "ada", name: undefined }, { limit: "20" });
    expect(build).toHaveBeenCalledTimes(3);
  });

  it("contain none of the values", async () => {
    const [{ db, asked }, { run }] = [noting(), defined()];
    await run(db, { teamId: "ada", name: "key" }, { limit: "5" });
    const [{ query, values } = { query: undefined, values: {} }] = asked;
    expect(query?.sql).toMatch(/"team_id" = \$1 and "variables"."name" = \$2\) limit 5$/);
    expect(query?.params).toMatchObject([{ name: "teamId" }, { name: "name" }]);
    expect(values).toEqual({ teamId: "ada", name: "key" });
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
