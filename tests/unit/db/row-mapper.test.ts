import * as orm from "drizzle-orm";
import { eq, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { alias } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { compileRowMapper, type SelectedField } from "@/lib/server/platform/db/query/row-mapper";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { agents } from "@/lib/server/platform/db/tables/agents";
import { sessions } from "@/lib/server/platform/db/tables/sessions";

type MapRow = (fields: SelectedField[], row: unknown[], notNull?: Record<string, boolean>) => unknown;
/** Not part of drizzle's types. */
const mapResultRow: MapRow = Reflect.get(orm, "mapResultRow");

const db = drizzle.mock({ casing: "snake_case" });
const editors = alias(accounts, "editors");
const doubled: SQL<number> = sql<number>`1`.mapWith((value: string) => Number(value) * 2);

const query = db
  .select({
    session: { id: sessions.id, dateCreated: sessions.dateCreated, inputTokens: sessions.inputTokens },
    agent: { id: agents.id, toolIds: agents.toolIds, dateCreated: agents.dateCreated },
    /** Of two tables: an object even if both are missing. */
    mixed: { agentName: agents.name, editorName: editors.name },
    editor: { name: editors.name, doubled },
    doubled,
    aliased: sql<string>`'x'`.as("aliased"),
    usage: sql<{ n: number }>`'{}'::json`,
  })
  .from(sessions)
  .leftJoin(agents, eq(agents.id, sessions.agentId))
  .leftJoin(editors, eq(editors.id, sessions.updatedBy))
  .prepare("");
const fields: SelectedField[] = Reflect.get(query, "fields");
const notNull: Record<string, boolean> = Reflect.get(query, "joinsNotNullableMap");

const time = "2026-01-02 03:04:05.678901+00";
const rows: Record<string, unknown[]> = {
  "all of it": ["s", time, "12", "a", ["t"], time, "Guide", "Ada", "Ada", "4", "5", "x", { n: 1 }],
  "a joined row that is missing": ["s", time, "0", null, null, null, null, "Ada", "Ada", "4", "5", "x", { n: 1 }],
  "every joined row missing": ["s", time, "0", null, null, null, null, null, null, "4", null, null, null],
  "a first column that is null": [null, null, "7", "a", null, time, "Guide", null, "Ada", null, "5", "x", null],
};

describe("a row is mapped as drizzle maps it", () => {
  it.each(Object.entries(rows))("with %s", (_, row) => {
    expect(row).toHaveLength(fields.length);
    const [mapped] = compileRowMapper(fields, notNull)([row]);
    expect(mapped).toStrictEqual(mapResultRow(fields, row, notNull));
  });

  it("without joins", () => {
    const row = Object.values(rows)[2] as unknown[];
    expect(compileRowMapper(fields)([row])).toStrictEqual([mapResultRow(fields, row)]);
  });

  it("a joined row that is missing is null, one of the query itself never is", () => {
    const [mapped] = compileRowMapper<Record<string, unknown>>(
      fields,
      notNull,
    )([rows["every joined row missing"] ?? []]);
    expect(mapped).toMatchObject({ agent: null, mixed: { agentName: null, editorName: null }, session: { id: "s" } });
  });
});
