import { and, eq, inArray } from "drizzle-orm";
import { type ProviderId, providers as types } from "@/lib/constants/providers";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { providerSchema } from "@/lib/contract/providers/schemas";
import { selectEditorName } from "../../access/accounts/service";
import { decryptConfig, maskConfig } from "../../engine/models/config";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { models } from "../../platform/db/tables/models";
import { providers } from "../../platform/db/tables/providers";
import { notFound } from "../../platform/errors/errors";
import { nameUsers, selectUsersOf } from "../references/select-users";

const selectView = (db: Reader) =>
  db
    .select({
      row: providers,
      users: nameUsers(selectUsersOf("model", "provider")),
      updatedByName: selectEditorName(providers),
    })
    .from(providers);

/** The provider as returned by the API, with masked secrets. */
function toView({ row, users, updatedByName }: Awaited<ReturnType<typeof selectView>>[number]) {
  const type = row.type as ProviderId;
  const config = maskConfig(type, decryptConfig(row));
  const view = { ...row, _id: row.id, type, config, usedBy: users.count, usedIn: users.first, updatedByName };
  return pickFields(providerSchema, view);
}

export async function viewProvider(db: Reader, teamId: string, id: string) {
  const [found] = await selectView(db).where(and(eq(providers.teamId, teamId), eq(providers.id, id)));
  if (!found) throw notFound("This provider");
  return toView(found);
}

const readPage = defineTeamList<{ type?: ProviderId }>()(
  {
    columns: providers,
    matches: ({ type }) => type && eq(providers.type, type),
  },
  (db, _given, page) => onPage(selectView(db), page),
  ({ row }) => row.id,
);

export async function listProviders(db: Reader, teamId: string, query: ListQuery & { type?: ProviderId }) {
  const { rows, next } = await readPage(db, { ...query, teamId });
  return { providers: rows.map(toView), next };
}

/** A team's connection to a provider. */
export type Connection = Pick<typeof providers.$inferSelect, "id" | "name" | "type">;

const maxConnections = 500;

/** The team's connections without their credentials, oldest first. */
export async function listConnections(db: Reader, teamId: string): Promise<Connection[]> {
  const { id, name, type, dateCreated } = providers;
  return db
    .select({ id, name, type })
    .from(providers)
    .where(eq(providers.teamId, teamId))
    .orderBy(dateCreated, id)
    .limit(maxConnections);
}

/** Returns an unused name for a connection: the provider's, with a number if the team has several. */
export async function findFreeName(db: Reader, teamId: string, type: ProviderId): Promise<string> {
  const { title } = types[type];
  const rows = await db.select({ name: providers.name }).from(providers).where(eq(providers.teamId, teamId));
  const taken = new Set(rows.map(({ name }) => name));
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? title : `${title} ${n}`;
    if (!taken.has(name)) return name;
  }
}

/** The team's models of a connection that have one of these ids at the provider, each with the first agents that use it. */
export async function listUsedModels(db: Reader, teamId: string, providerId: string, ids: string[]) {
  const rows = await db
    .select({
      _id: models.id,
      name: models.name,
      model: models.model,
      users: nameUsers(selectUsersOf("agent", "model")),
    })
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.providerId, providerId), inArray(models.model, ids)))
    .orderBy(models.name, models.id);
  return rows.map(({ users, ...model }) => ({ ...model, agents: users.first }));
}
