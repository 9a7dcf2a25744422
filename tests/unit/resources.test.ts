import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgArray, PgTable } from "drizzle-orm/pg-core";
import { describe, expect, test } from "vitest";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import * as schema from "@/lib/server/platform/db/tables/schema";
import { listReferences } from "@/lib/server/resources/references/registered";
import type { Resource } from "@/lib/server/resources/references/resource";
import { resources } from "@/lib/server/resources/registry";
import { sourceFiles } from "../support/imports";

const own = "lib/server/resources";
const all = Object.entries(resources) as [ResourceKind, Resource][];

/** Who writes tables that not only the `actions.ts` beside the declaration writes: the engine and sign-in, or still to be moved. */
const exceptions: Partial<Record<ResourceKind, string[]>> = {
  apikey: ["lib/server/access/api-keys/", "lib/server/access/auth/api-key.ts", `${own}/api-keys/actions.ts`],
  datasource: ["lib/server/engine/knowledge/", `${own}/datasources/store/actions.ts`],
  session: ["lib/server/engine/runs/"],
};

const exportedAs = new Map(Object.entries(schema).map(([name, table]) => [table as unknown, name]));
const sources = sourceFiles()
  .filter((file) => file.startsWith("lib/server/"))
  .map((file) => ({ file, source: readFileSync(file, "utf8") }));

/** Who may write a resource's table, and does. */
function ownersOf(kind: ResourceKind): string[] {
  const declaration = sources.find(
    ({ file, source }) => file.endsWith("/resource.ts") && source.includes(`kind: "${kind}",`),
  );
  return exceptions[kind] ?? [`${dirname(declaration?.file ?? "")}/actions.ts`];
}

/** The files that write a table, by the query builder or in SQL. */
function writersOf({ table }: Resource, among = sources): string[] {
  const name = exportedAs.get(table);
  if (!name) throw new Error(`The table ${getTableName(table)} is not in the schema.`);
  const writes = new RegExp(
    `\\.(insert|update|delete)\\(\\s*${name}\\b|(update|insert into|delete from) \\$\\{${name}\\}`,
  );
  return among.filter(({ source }) => writes.test(source)).map(({ file }) => file);
}

describe.each(all)("%s", (kind, resource) => {
  test("is written by its own actions", () => {
    const found = writersOf(resource);
    const owners = ownersOf(kind);
    expect(found.filter((file) => !owners.some((path) => file.startsWith(path)))).toEqual([]);
    expect(owners.filter((path) => !found.some((file) => file.startsWith(path)))).toEqual([]);
  });

  test("declares what its foreign keys refer to, and what becomes of that", () => {
    const kinds = new Map(all.map(([other, { table }]) => [getTableName(table), other]));
    const { foreignKeys } = getTableConfig(resource.table);
    const byKeys = foreignKeys.flatMap((key) => {
      const { columns, foreignTable } = key.reference();
      const to = kinds.get(getTableName(foreignTable));
      const onDelete = key.onDelete === "set null" ? "clear" : key.onDelete;
      return to ? columns.map((column) => [column.name, to, onDelete]) : [];
    });
    const columns = resource.table as unknown as Record<string, { name: string }>;
    const declared = listReferences(resource)
      .filter(([, { onDelete }]) => onDelete === "clear" || onDelete === "cascade")
      .map(([column, { to, onDelete }]) => [columns[column]?.name, to, onDelete]);
    expect(declared.sort()).toEqual(byKeys.sort());
  });

  test("declares every list of ids", () => {
    const lists = Object.entries(resource.table)
      .filter(([name, column]) => is(column, PgArray) && /Ids$/.test(name))
      .map(([name]) => name);
    // Of an API key: teams and organizations are no resources.
    expect(lists.filter((name) => !["teamIds", "ssoOrgIds"].includes(name) && !(name in resource.references))).toEqual(
      [],
    );
  });

  test("has a list beside what no index finds", () => {
    const holders = listReferences(resource).filter(([, { holds }]) => holds === "keys" || typeof holds === "object");
    for (const [, { to }] of holders)
      expect(listReferences(resource).some(([, other]) => other.to === to && other.holds === "ids")).toBe(true);
  });
});

test("every kind has its own table", () => {
  expect(all.map(([kind, resource]) => [kind, resource.kind])).toEqual(all.map(([kind]) => [kind, kind]));
  expect(new Set(all.map(([, { table }]) => table)).size).toBe(all.length);
  expect(all.every(([, { table }]) => is(table, PgTable))).toBe(true);
});

test.each<[string, boolean]>([
  ["await tx.insert(agents).values(row);", true],
  ["const gone = tx\n  .delete(agents)\n  .where(own);", true],
  [`tx.execute(sql\`update \${agents} set name = ''\`)`, true],
  ["tx.select().from(agents)", false],
  ["tx.insert(agentsOfOthers)", false],
])("%s writes: %s", (source, is) => {
  expect(writersOf(resources.agent, [{ file: "one", source }])).toEqual(is ? ["one"] : []);
});

// The compiler is what tests here: this fails `npm run types` once the line below compiles.
test("a registry that lacks a resource does not compile", () => {
  const { agent: _, ...others } = resources;
  // @ts-expect-error: no agents
  const incomplete: Record<ResourceKind, unknown> = others;
  expect(incomplete).not.toHaveProperty("agent");
});
