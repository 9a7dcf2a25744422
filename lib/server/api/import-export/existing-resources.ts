import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Viewer } from "../../access/visibility/visible";
import { isListed } from "../../engine/knowledge/find-datasource";
import type { Reader } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { datasources } from "../../platform/db/tables/datasources";
import { models } from "../../platform/db/tables/models";
import { orgs, teamMembers, teams } from "../../platform/db/tables/teams";
import { variables } from "../../platform/db/tables/variables";
import type { Resource } from "../../resources/references/resource";
import { resources } from "../../resources/registry";
import type { NeedKind, PartKind, Parts } from "./file/references";

/** A team's resource that a part can replace or refer to. */
export interface ExistingPart<K extends PartKind = PartKind> {
  kind: K;
  id: string;
  name: string;
  version: number;
  part: Parts[K];
}

type Table = PgTable & { id: PgColumn; teamId: PgColumn; name: PgColumn; dateCreated: PgColumn };
const getTable = (kind: PartKind) => resources[kind].table as Table;
const visibleTo = (viewer: Viewer, kind: PartKind) => (resources[kind] as Resource).private?.visible(viewer);

/** Rows of a kind visible to the viewer, oldest first. */
async function selectRows<K extends PartKind>(db: Reader, viewer: Viewer, kind: K, which: SQL, limit?: number) {
  const table = getTable(kind);
  const rows = db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.teamId, viewer.teamId), visibleTo(viewer, kind), which))
    .orderBy(asc(table.name), asc(table.dateCreated), asc(table.id))
    .$dynamic();
  return (await (limit ? rows.limit(limit) : rows)) as (typeof resources)[K]["table"]["$inferSelect"][];
}

/** The names of the team's variables, to recognize them in braces. */
async function listVariableNames(db: Reader, teamId: string): Promise<Set<string>> {
  const rows = await db.select({ name: variables.name }).from(variables).where(eq(variables.teamId, teamId));
  return new Set(rows.map(({ name }) => name));
}

async function findParts<K extends PartKind>(
  db: Reader,
  viewer: Viewer,
  kind: K,
  which: SQL,
  most?: number,
): Promise<ExistingPart<K>[]> {
  const known = kind === "tool" ? await listVariableNames(db, viewer.teamId) : new Set<string>();
  const { toPart }: Resource = resources[kind];
  const rows = await selectRows(db, viewer, kind, which, most);
  return Promise.all(
    rows.map(async (row) => {
      const { id, name, version } = row;
      return { kind, id, name, version, part: (await toPart?.(row, { db, variables: known })) as Parts[K] };
    }),
  );
}

const toTextArray = (values: Iterable<string>): SQL => sql`${sql.param([...new Set(values)])}::text[]`;

export const findPartsByIds = async <K extends PartKind>(db: Reader, viewer: Viewer, kind: K, ids: Iterable<string>) =>
  findParts(db, viewer, kind, sql`${getTable(kind).id} = any(${toTextArray(ids)})`);

/** Limit on resources with the same name. */
const maxNamesakes = 500;

export const findPartsByNames = async <K extends PartKind>(
  db: Reader,
  viewer: Viewer,
  kind: K,
  names: Iterable<string>,
) => findParts(db, viewer, kind, sql`${getTable(kind).name} = any(${toTextArray(names)})`, maxNamesakes);

/** Names with one of these prefixes. */
export async function findNamesLike(
  db: Reader,
  viewer: Viewer,
  kind: PartKind,
  names: Iterable<string>,
): Promise<string[]> {
  const table = getTable(kind);
  const like = sql`exists (select from unnest(${toTextArray(names)}) start where starts_with(${table.name}, start))`;
  const rows = await db
    .select({ name: table.name })
    .from(table as PgTable)
    .where(and(eq(table.teamId, viewer.teamId), visibleTo(viewer, kind), like));
  return rows.map(({ name }) => String(name));
}

/** A team's resource that a file's dependency can be mapped to. */
export interface ExistingResource {
  id: string;
  name: string;
  /** Additional fields of models and variables. */
  provider?: string;
  model?: string;
  modelType?: string;
  secret?: boolean;
  description?: string;
}

const maxListed = 500;

/** The team's resources of a kind by name, as candidates for a dependency. */
export async function listExisting(db: Reader, teamId: string, kind: NeedKind): Promise<ExistingResource[]> {
  switch (kind) {
    case "model": {
      const { id, name, model, modelType } = models;
      const columns = { id, name, provider: models.type, model, modelType };
      const own = eq(models.teamId, teamId);
      return db
        .select(columns)
        .from(models)
        .where(own)
        .orderBy(asc(name), asc(models.dateCreated), asc(id))
        .limit(maxListed);
    }
    case "datasource": {
      const { id, name } = datasources;
      const own = and(eq(datasources.teamId, teamId), isListed);
      return db
        .select({ id, name })
        .from(datasources)
        .where(own)
        .orderBy(asc(name), asc(datasources.dateCreated), asc(id))
        .limit(maxListed);
    }
    case "variable": {
      const { id, name, secret, description } = variables;
      const own = eq(variables.teamId, teamId);
      return db.select({ id, name, secret, description }).from(variables).where(own).orderBy(asc(name)).limit(5_000);
    }
    case "person":
      return listMembers(db, teamId);
    default:
      return kind satisfies never;
  }
}

async function listMembers(db: Reader, teamId: string): Promise<ExistingResource[]> {
  const ids = await db.select({ id: teamMembers.accountId }).from(teamMembers).where(eq(teamMembers.teamId, teamId));
  const owners = await db
    .select({ team: teams.ownerId, org: orgs.ownerId })
    .from(teams)
    .innerJoin(orgs, eq(orgs.id, teams.orgId))
    .where(eq(teams.id, teamId));
  const all = [...ids.map(({ id }) => id), ...owners.flatMap(({ team, org }) => [team, org])];
  const { id, name } = accounts;
  return db
    .select({ id, name })
    .from(accounts)
    .where(and(inArray(id, all), isNull(accounts.dateDeleted), isNull(accounts.dateClosed)))
    .orderBy(asc(name), asc(id))
    .limit(maxListed);
}

const namedKinds = ["agent", "task", "tool", "model", "datasource", "variable"] as const;

/** Names of a team's resources by kind and id. */
export async function findNamesById(
  db: Reader,
  teamId: string,
  ids: Partial<Record<Exclude<PartKind, "app"> | NeedKind, Iterable<string>>>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const kind of namedKinds) {
    const table = resources[kind].table as Table;
    const rows = ids[kind]
      ? await db
          .select({ id: table.id, name: table.name })
          .from(table as PgTable)
          .where(and(eq(table.teamId, teamId), sql`${table.id} = any(${toTextArray(ids[kind])})`))
      : [];
    for (const { id, name } of rows) found.set(`${kind}:${String(id)}`, String(name));
  }
  for (const { id, name } of ids.person ? await listMembers(db, teamId) : []) found.set(`person:${id}`, name);
  return found;
}
