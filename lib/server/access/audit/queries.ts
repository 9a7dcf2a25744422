import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { AuditFilter, auditEntrySchema } from "@/lib/contract/audit/schemas";
import type { Db, Reader } from "../../platform/db/client";
import type { Given } from "../../platform/db/query/define-query";
import { countPage, defineList, defineTeamList, onPage, selectPage } from "../../platform/db/query/list";
import { auditEntries as entries } from "../../platform/db/tables/audit";
import { orgs, teams } from "../../platform/db/tables/teams";

export type Entry = z.input<typeof auditEntrySchema>;

function matchesFilter({ accountId, kind, targetId, from, to }: Given<AuditFilter>): SQL | undefined {
  return and(
    accountId && eq(entries.accountId, accountId),
    kind && eq(entries.kind, kind),
    targetId && eq(entries.targetId, targetId),
    from && sql`${entries.dateCreated} >= ${from}::timestamp at time zone 'UTC'`,
    to && sql`${entries.dateCreated} < ${to}::date + interval '1 day'`,
  );
}

const columns = {
  id: entries.id,
  teamId: entries.orgId,
  name: entries.targetName,
  dateCreated: entries.dateCreated,
  dateUpdated: entries.dateCreated,
};

const readPage = defineTeamList<AuditFilter>()(
  { columns, matches: matchesFilter },
  (db, { teamId: orgId }, page) =>
    db
      .select({ entry: entries, teamName: teams.name, count: countPage(entries) })
      .from(selectPage(entries, page))
      .leftJoin(teams, and(eq(teams.id, entries.teamId), eq(teams.orgId, entries.orgId)))
      .where(eq(entries.orgId, orgId))
      .orderBy(...page.order),
  ({ entry }) => entry.id,
  ({ count }) => count,
);

/** One page of an organization's entries, newest first: fewer than `limit` when they are large. */
export async function readEntries(
  db: Reader,
  orgId: string,
  query: AuditFilter & { before?: string | undefined; limit: number },
) {
  const { rows, next } = await readPage(db, { ...query, sort: "dateCreated", teamId: orgId });
  return { entries: rows.map(toEntryView), next };
}

function toEntryView({ entry, teamName }: { entry: typeof entries.$inferSelect; teamName: string | null }): Entry {
  const { id, orgId: _org, dateCreated, ...rest } = entry;
  return { _id: id, date: dateCreated, teamName, ...rest };
}

const readAdminPage = defineList<Record<never, never>>()(
  { columns, own: () => sql`${entries.action} like 'admin.%'` },
  (db, _given, page) =>
    onPage(
      db
        .select({ entry: entries, teamName: teams.name, orgName: orgs.name })
        .from(entries)
        .leftJoin(teams, eq(teams.id, entries.teamId))
        .leftJoin(orgs, eq(orgs.id, entries.orgId)),
      page,
    ),
  ({ entry }) => entry.id,
);

/** One page of administrators' actions in all logs, newest first. */
export async function readAdminEntries(db: Reader, query: { before?: string | undefined; limit: number }) {
  const { rows, next } = await readAdminPage(db, { ...query, sort: "dateCreated" });
  return { entries: rows.map(({ orgName, ...row }) => ({ ...toEntryView(row), orgName })), next };
}

/** A loose index scan: the distinct values of an index's second column, independent of the number of entries. */
const selectDistinct = (orgId: string, column: SQL, name: SQL) => sql`
  with recursive found as (
    (select ${column} as value from ${entries} where ${entries.orgId} = ${orgId} order by 1 limit 1)
    union all
    select (select ${column} from ${entries} where ${entries.orgId} = ${orgId} and ${column} > found.value order by 1 limit 1)
    from found where found.value is not null
  ) select value, (${name}) as name from found where value is not null limit 1000`;

const selectNewestName = (orgId: string, id: PgColumn, name: PgColumn) => sql`
  select ${name} from ${entries}
  where ${entries.orgId} = ${orgId} and ${id} = found.value
  order by ${entries.dateCreated} desc, ${entries.id} desc limit 1`;

interface Choice extends Record<string, unknown> {
  value: string;
  name: string;
}

/** All actors and subjects in the log; people by their latest name. */
export async function readChoices(db: Db, orgId: string) {
  const kinds = await db.execute<Choice>(selectDistinct(orgId, sql`${entries.kind}`, sql`found.value`));
  const names = selectNewestName(orgId, entries.accountId, entries.accountName);
  const people = await db.execute<Choice>(selectDistinct(orgId, sql`${entries.accountId}`, names));
  return {
    kinds: kinds.rows.map(({ value }) => value),
    people: people.rows.map(({ value, name }) => ({ _id: value, name })),
  };
}

const maxNames = 1_000;

function listIds(value: unknown): string[] {
  if (typeof value === "string") return /^[a-z]{1,20}_[0-9a-z]{26}$/.test(value) ? [value] : [];
  return typeof value === "object" && value ? [...Object.keys(value), ...Object.values(value)].flatMap(listIds) : [];
}

/** The names of the resources and people in the entries' fields, as the log has them last. */
export async function readNames(db: Db, orgId: string, page: readonly Entry[]): Promise<Record<string, string>> {
  const ids = [...new Set(page.flatMap(({ before, after }) => listIds([before, after])))].slice(0, maxNames);
  const target = selectNewestName(orgId, entries.targetId, entries.targetName);
  const account = selectNewestName(orgId, entries.accountId, entries.accountName);
  const { rows } = await db.execute<Choice>(
    sql`select value, coalesce((${target}), (${account})) as name from unnest(${sql.param(ids)}::text[]) found (value)`,
  );
  return Object.fromEntries(rows.flatMap(({ value, name }) => (name ? [[value, name]] : [])));
}
