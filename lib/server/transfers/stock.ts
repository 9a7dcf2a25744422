import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { accounts } from "../accounts/table";
import { agents } from "../agents/table";
import { agentPartOf } from "../agents/transfer";
import { apps } from "../apps/table";
import { appPartOf } from "../apps/transfer";
import { datasources } from "../datasources/table";
import type { Db } from "../db/client";
import { models } from "../models/table";
import { type Viewer, visible } from "../sessions/service";
import { tasks } from "../tasks/table";
import { taskPartOf } from "../tasks/transfer";
import { orgs, teamMembers, teams } from "../teams/table";
import { tools } from "../tools/table";
import { appliedDefinition, toolPartOf } from "../tools/transfer";
import { variables } from "../variables/table";
import type { NeedKind, PartKind, Parts } from "./places";

export type Reader = Pick<Db, "select">;

/** Something of the team's that a part can be or name. */
export interface Held<K extends PartKind = PartKind> {
  kind: K;
  id: string;
  name: string;
  version: number;
  part: Parts[K];
}

type Table = PgTable & { id: PgColumn; teamId: PgColumn; name: PgColumn; dateCreated: PgColumn };
const tables = { app: apps, agent: agents, task: tasks, tool: tools } satisfies Record<PartKind, Table>;

/** Rows of a kind that the viewer sees, oldest first. */
function rowsOf<K extends PartKind>(db: Reader, viewer: Viewer, kind: K, which: SQL, most?: number) {
  const table = tables[kind] as Table;
  const rows = db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.teamId, viewer.teamId), kind === "app" ? visible(viewer, apps) : undefined, which))
    .orderBy(asc(table.name), asc(table.dateCreated), asc(table.id))
    .$dynamic();
  return (most ? rows.limit(most) : rows) as unknown as Promise<(typeof tables)[K]["$inferSelect"][]>;
}

/** Names of all of the team's variables: what stands in braces is one of them or plain text. */
export async function variableNames(db: Reader, teamId: string): Promise<Set<string>> {
  const rows = await db.select({ name: variables.name }).from(variables).where(eq(variables.teamId, teamId));
  return new Set(rows.map(({ name }) => name));
}

async function heldOf<K extends PartKind>(
  db: Reader,
  viewer: Viewer,
  kind: K,
  which: SQL,
  most?: number,
): Promise<Held<K>[]> {
  const known = kind === "tool" ? await variableNames(db, viewer.teamId) : new Set<string>();
  const rows = await rowsOf(db, viewer, kind, which, most);
  return Promise.all(
    rows.map(async (row) => {
      const { id, name, version } = row;
      return { kind, id, name, version, part: (await partOf(db, kind, row, known)) as Parts[K] };
    }),
  );
}

async function partOf(db: Reader, kind: PartKind, row: unknown, known: ReadonlySet<string>) {
  switch (kind) {
    case "app":
      return appPartOf(row as typeof apps.$inferSelect);
    case "agent":
      return agentPartOf(row as typeof agents.$inferSelect);
    case "task":
      return taskPartOf(row as typeof tasks.$inferSelect);
    case "tool": {
      const tool = row as Parameters<typeof toolPartOf>[0];
      return toolPartOf(tool, await appliedDefinition(db, tool), known);
    }
    default:
      return kind satisfies never;
  }
}

const text = (values: Iterable<string>): SQL => sql`${sql.param([...new Set(values)])}::text[]`;

/** Those of these ids. */
export const heldByIds = async <K extends PartKind>(db: Reader, viewer: Viewer, kind: K, ids: Iterable<string>) =>
  heldOf(db, viewer, kind, sql`${tables[kind].id} = any(${text(ids)})`);

/** More of one name than anybody tells apart. */
const namesakesMost = 500;

/** Those of these names. */
export const heldByNames = async <K extends PartKind>(db: Reader, viewer: Viewer, kind: K, names: Iterable<string>) =>
  heldOf(db, viewer, kind, sql`${tables[kind].name} = any(${text(names)})`, namesakesMost);

/** Names that begin like one of these. */
export async function namesLike(
  db: Reader,
  viewer: Viewer,
  kind: PartKind,
  names: Iterable<string>,
): Promise<string[]> {
  const table = tables[kind] as Table;
  const like = sql`exists (select from unnest(${text(names)}) start where starts_with(${table.name}, start))`;
  const rows = await db
    .select({ name: table.name })
    .from(table as PgTable)
    .where(and(eq(table.teamId, viewer.teamId), kind === "app" ? visible(viewer, apps) : undefined, like));
  return rows.map(({ name }) => String(name));
}

/** Something of the team's that a file's need can be. */
export interface Supply {
  id: string;
  name: string;
  /** Of a model and a variable, what else is known. */
  provider?: string;
  model?: string;
  modelType?: string;
  secret?: boolean;
  description?: string;
}

const suppliesMost = 500;

/** All of a kind that the team has, by name: what a need can be. */
export async function supplies(db: Reader, teamId: string, kind: NeedKind): Promise<Supply[]> {
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
        .limit(suppliesMost);
    }
    case "datasource": {
      const { id, name } = datasources;
      const own = and(eq(datasources.teamId, teamId), isNull(datasources.trialOf));
      return db
        .select({ id, name })
        .from(datasources)
        .where(own)
        .orderBy(asc(name), asc(datasources.dateCreated), asc(id))
        .limit(suppliesMost);
    }
    case "variable": {
      const { id, name, secret, description } = variables;
      const own = eq(variables.teamId, teamId);
      return db.select({ id, name, secret, description }).from(variables).where(own).orderBy(asc(name)).limit(5_000);
    }
    case "person":
      return members(db, teamId);
    default:
      return kind satisfies never;
  }
}

async function members(db: Reader, teamId: string): Promise<Supply[]> {
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
    .limit(suppliesMost);
}

const named = { agent: agents, task: tasks, tool: tools, model: models, datasource: datasources, variable: variables };

/** What things of the team are called, by kind and id. */
export async function namesById(
  db: Reader,
  teamId: string,
  ids: Partial<Record<Exclude<PartKind, "app"> | NeedKind, Iterable<string>>>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [kind, table] of Object.entries(named) as [keyof typeof named, Table][]) {
    const rows = ids[kind]
      ? await db
          .select({ id: table.id, name: table.name })
          .from(table as PgTable)
          .where(and(eq(table.teamId, teamId), sql`${table.id} = any(${text(ids[kind])})`))
      : [];
    for (const { id, name } of rows) found.set(`${kind}:${String(id)}`, String(name));
  }
  for (const { id, name } of ids.person ? await members(db, teamId) : []) found.set(`person:${id}`, name);
  return found;
}
