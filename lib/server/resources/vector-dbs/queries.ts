import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { builtinVectorDb, type VectorDbType, vectorDbKinds } from "@/lib/constants/vectordbs";
import type { ListQuery } from "@/lib/contract/base/fields";
import type { vectorDbSchema } from "@/lib/contract/vectordbs/schemas";
import { editorName } from "../../access/accounts/service";
import { keyOf } from "../../engine/knowledge/vectors/team-store";
import { maskSecret } from "../../platform/crypto/mask";
import type { Db, Reader } from "../../platform/db/client";
import { keyset } from "../../platform/db/query/list";
import { teams } from "../../platform/db/tables/teams";
import { vectorDbs } from "../../platform/db/tables/vector-dbs";
import { notFound } from "../../platform/errors/errors";
import { type NamedUsers, nameUsers, usersOf } from "../references/select-users";

type View = z.input<typeof vectorDbSchema>;

const used = ({ count, first }: NamedUsers) => ({
  usedBy: count,
  usedIn: first.map((one) => ({ type: "datasource", ...one })),
});

const builtinView = (users: NamedUsers): View => ({
  _id: builtinVectorDb,
  name: vectorDbKinds.builtin.title,
  type: "builtin",
  url: null,
  config: {},
  ...used(users),
  createdBy: null,
  updatedByName: null,
  version: 1,
  dateCreated: null,
  dateUpdated: null,
});

const shown = (db: Reader) =>
  db
    .select({
      row: vectorDbs,
      users: nameUsers(usersOf("datasource", "vectordb")),
      updatedByName: editorName(vectorDbs),
    })
    .from(vectorDbs);

function view({ row, users, updatedByName }: Awaited<ReturnType<typeof shown>>[number]): View {
  const { id, name, type, url, createdBy, version, dateCreated, dateUpdated } = row;
  const key = keyOf(row);
  const config = key === undefined ? {} : { api_key: maskSecret(key) };
  return {
    _id: id,
    name,
    type,
    url,
    config,
    ...used(users),
    createdBy,
    updatedByName,
    version,
    dateCreated,
    dateUpdated,
  };
}

async function viewBuiltin(db: Reader, teamId: string): Promise<View[]> {
  const users = nameUsers(usersOf("datasource", "vectordb", { used: { teamId, ids: null } }));
  return (await db.select({ users }).from(teams).where(eq(teams.id, teamId))).map((row) => builtinView(row.users));
}

export async function viewVectorDb(db: Reader, teamId: string, id: string): Promise<View> {
  const [found] =
    id === builtinVectorDb
      ? await viewBuiltin(db, teamId)
      : (await shown(db).where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)))).map(view);
  if (!found) throw notFound("This vector database");
  return found;
}

/** The built-in one comes first in any order, unless the search excludes it. */
export async function listVectorDbs(db: Db, teamId: string, query: ListQuery & { type?: VectorDbType }) {
  const { type, q = "", before } = query;
  const { title } = vectorDbKinds.builtin;
  const first = before === undefined && title.toLowerCase().includes(q.toLowerCase());
  const builtin = first && (type === undefined || type === "builtin") ? await viewBuiltin(db, teamId) : [];
  const { where, order, limit, takePage: cut } = keyset(db, vectorDbs, teamId, query);
  const found =
    type === "builtin"
      ? []
      : await shown(db)
          .where(and(where, type && eq(vectorDbs.type, type)))
          .orderBy(...order)
          .limit(limit);
  const { rows, next } = await cut(found, ({ row }) => row.id);
  return { vectorDbs: [...builtin, ...rows.map(view)], next };
}
