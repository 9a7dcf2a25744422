import type pg from "pg";
import { testDatabase } from "../database";

/** Conditions that find a team's rows, by table. New tables join by their team_id or by a foreign key to one that did. */
const conditions = new WeakMap<pg.Pool, Promise<Map<string, string>>>();

async function findConditions(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows: owned } = await pool.query<{ table: string }>(
    `select table_name as table from information_schema.columns where table_schema = 'public' and column_name = 'team_id'`,
  );
  const { rows: keys } = await pool.query<{ table: string; column: string; parent: string; key: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as parent, p.attname as key
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute p on p.attrelid = c.confrelid and p.attnum = c.confkey[1]
     where c.contype = 'f'`,
  );
  const found = new Map([
    ["orgs", "id = $2"],
    ["org_members", "org_id = $2"],
    ["teams", "org_id = $2"],
    ...["identity_providers", "identity_domains", "identities", "scim_tokens", "scim_users", "scim_groups"].map(
      (table): [string, string] => [table, "org_id = $2"],
    ),
    ["accounts", "id = $3"],
    ["api_keys", "account_id in (select account_id from team_members where team_id = $1)"],
  ]);
  for (const { table } of owned) found.set(table, "team_id = $1");
  const started = found.size;
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { table, column, parent, key } of keys) {
      const condition = found.get(parent);
      // Children of the team's own tables only: the owner's tokens come and go by themselves.
      if (found.has(table) || !condition?.includes("$1")) continue;
      found.set(table, `${column} in (select ${key} from ${parent} where ${condition})`);
    }
  }
  if (found.size === started) throw new Error("No table hangs on a team's table: the foreign keys were not found.");
  return found;
}

/** Of each pool, one query for a hash over each table's rows that have, or belong to a session that has, one of the ids $1. */
const hashesOfIds = new WeakMap<pg.Pool, Promise<string>>();

async function makeHashesOfIds(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name in ('id', 'session_id') order by 1, 2`,
  );
  const hash = "md5(string_agg(x::text, ',' order by x::text))";
  return rows
    .map(
      ({ table, column }) =>
        `select '${table}.${column}' as place, ${hash} as hash from ${table} x where ${column}::text = any($1)`,
    )
    .join(" union all ");
}

/** One hash a table over the rows that have, or belong to a session that has, one of these ids. */
export async function digestOf(ids: string[]): Promise<Record<string, string>> {
  const { pool } = await testDatabase();
  const query = hashesOfIds.get(pool) ?? makeHashesOfIds(pool);
  hashesOfIds.set(pool, query);
  const { rows } = await pool.query<{ place: string; hash: string | null }>(await query, [ids]);
  return Object.fromEntries(rows.map(({ place, hash }) => [place, hash ?? "none"]));
}

interface Place {
  orgId: string;
  slug: string;
  owner: { accountId: string };
}

type Digest = Record<string, string>;

/** The last digest of each team, with the snapshot of transactions that it saw: reading does not change that. */
const last = new WeakMap<Place, { snapshot: string; found: Digest }>();

/**
 * One hash a table over the rows of a team, its organisation and its owner. When a member was last seen, or a key used, does not
 * count. While nothing was written to the database, the last digest holds.
 */
export async function digest(place: Place): Promise<Digest> {
  const { pool } = await testDatabase();
  const { rows } = await pool.query<{ snapshot: string }>("select pg_current_snapshot()::text as snapshot");
  const snapshot = rows[0]?.snapshot ?? "";
  const known = last.get(place);
  if (known?.snapshot === snapshot) return known.found;
  const found = await readDigest(pool, place);
  last.set(place, { snapshot, found });
  return found;
}

async function readDigest(pool: pg.Pool, { slug, orgId, owner }: Place): Promise<Digest> {
  const known = conditions.get(pool) ?? findConditions(pool);
  conditions.set(pool, known);
  const parts = [...(await known)].map(
    ([table, condition]) =>
      `select '${table}' as table, count(*) || ' rows ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash
       from (select to_jsonb(x) - 'last_seen' - 'last_used' as t from ${table} x where ${condition}) rows`,
  );
  const used = "select $1::text is null and $2::text is null and $3::text is null as used";
  const { rows } = await pool.query<{ table: string; hash: string }>(
    `with args as (${used}) ${parts.join(" union all ")} order by 1`,
    [slug, orgId, owner.accountId],
  );
  return Object.fromEntries(rows.map(({ table, hash }) => [table, hash]));
}
