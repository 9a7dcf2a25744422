import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { builtinVectorDb, type VectorDbType, vectorDbKinds } from "@/lib/constants/vectordbs";
import { type ListQuery, pickFields } from "@/lib/contract/base/fields";
import { vectorDbSchema } from "@/lib/contract/vectordbs/schemas";
import { selectEditorName } from "../../access/accounts/service";
import { decryptKey } from "../../engine/knowledge/vectors/team-store";
import { maskSecret } from "../../platform/crypto/mask";
import type { Reader } from "../../platform/db/client";
import { defineTeamList, onPage } from "../../platform/db/query/list";
import { teams } from "../../platform/db/tables/teams";
import { vectorDbs } from "../../platform/db/tables/vector-dbs";
import { notFound } from "../../platform/errors/errors";
import { type NamedUsers, nameUsers, selectUsersOf } from "../references/select-users";

type View = z.input<typeof vectorDbSchema>;

const toUsed = ({ count, first }: NamedUsers) => ({
  usedBy: count,
  usedIn: first.map((one) => ({ type: "datasource", ...one })),
});

const toBuiltinView = (users: NamedUsers): View => ({
  _id: builtinVectorDb,
  name: vectorDbKinds.builtin.title,
  type: "builtin",
  url: null,
  config: {},
  ...toUsed(users),
  createdBy: null,
  updatedByName: null,
  version: 1,
  dateCreated: null,
  dateUpdated: null,
});

const selectView = (db: Reader) =>
  db
    .select({
      row: vectorDbs,
      users: nameUsers(selectUsersOf("datasource", "vectordb")),
      updatedByName: selectEditorName(vectorDbs),
    })
    .from(vectorDbs);

function toView({ row, users, updatedByName }: Awaited<ReturnType<typeof selectView>>[number]): View {
  const key = decryptKey(row);
  const config = key === undefined ? {} : { api_key: maskSecret(key) };
  return pickFields(vectorDbSchema, { ...row, ...toUsed(users), _id: row.id, config, updatedByName });
}

async function viewBuiltin(db: Reader, teamId: string): Promise<View[]> {
  const users = nameUsers(selectUsersOf("datasource", "vectordb", { used: { teamId, ids: null } }));
  return (await db.select({ users }).from(teams).where(eq(teams.id, teamId))).map((row) => toBuiltinView(row.users));
}

export async function viewVectorDb(db: Reader, teamId: string, id: string): Promise<View> {
  const [found] =
    id === builtinVectorDb
      ? await viewBuiltin(db, teamId)
      : (await selectView(db).where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)))).map(toView);
  if (!found) throw notFound("This vector DB");
  return found;
}

const readPage = defineTeamList<{ type?: VectorDbType }>()(
  {
    columns: vectorDbs,
    matches: ({ type }) => type && eq(vectorDbs.type, type),
  },
  (db, _given, page) => onPage(selectView(db), page),
  ({ row }) => row.id,
);

/** Lists the built-in database first in any order, unless the search excludes it. */
export async function listVectorDbs(db: Reader, teamId: string, query: ListQuery & { type?: VectorDbType }) {
  const { type, q = "", before } = query;
  const { title } = vectorDbKinds.builtin;
  const first = before === undefined && title.toLowerCase().includes(q.toLowerCase());
  const builtin = first && (type === undefined || type === "builtin") ? await viewBuiltin(db, teamId) : [];
  // No stored one is of the type `builtin`.
  const { rows, next } = await readPage(db, { ...query, teamId });
  return { vectorDbs: [...builtin, ...rows.map(toView)], next };
}
