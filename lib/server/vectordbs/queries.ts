import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { builtinVectorDb, type VectorDbType, vectorDbKinds } from "@/lib/constants/vectordbs";
import type { UsedBy } from "@/lib/contract/error";
import type { ListQuery } from "@/lib/contract/fields";
import type { vectorDbSchema } from "@/lib/contract/vectordbs";
import { editorName } from "../accounts/service";
import { maskSecret } from "../crypto/mask";
import type { Db } from "../db/client";
import { keyset } from "../db/list";
import { notFound } from "../http/errors";
import { keyOf, type VectorDbRow } from "./service";
import { vectorDbs } from "./table";
import { usersOf } from "./users";

type View = z.input<typeof vectorDbSchema>;
const usersMost = 50;

const used = (users: UsedBy) => ({ usedBy: users.length, usedIn: users.slice(0, usersMost) });

const builtinView = (users: UsedBy): View => ({
  ...{
    _id: builtinVectorDb,
    name: vectorDbKinds.builtin.title,
    type: "builtin",
    url: null,
    config: {},
    ...used(users),
  },
  ...{ createdBy: null, updatedByName: null, version: 1, dateCreated: null, dateUpdated: null },
});

function view(row: VectorDbRow, users: UsedBy, updatedByName: string | null): View {
  const { id, name, type, url, createdBy, version, dateCreated, dateUpdated } = row;
  const key = keyOf(row);
  const config = key === undefined ? {} : { api_key: maskSecret(key) };
  return {
    ...{ _id: id, name, type, url, config, ...used(users) },
    ...{ createdBy, updatedByName, version, dateCreated, dateUpdated },
  };
}

export async function viewVectorDb(db: Pick<Db, "select">, teamId: string, id: string): Promise<View> {
  const users = await usersOf(db, teamId, [id]);
  if (id === builtinVectorDb) return builtinView(users(id));
  const [row] = await db
    .select({ row: vectorDbs, updatedByName: editorName(vectorDbs) })
    .from(vectorDbs)
    .where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)));
  if (!row) throw notFound("This vector database");
  return view(row.row, users(id), row.updatedByName);
}

/** The built-in one first, whatever the order, where the search does not leave it out. */
export async function listVectorDbs(db: Db, teamId: string, query: ListQuery & { type?: VectorDbType }) {
  const { type, q = "", before } = query;
  const { title } = vectorDbKinds.builtin;
  const first = before === undefined && title.toLowerCase().includes(q.toLowerCase());
  const builtin = first && (type === undefined || type === "builtin") ? [builtinVectorDb] : [];
  const { where, order, limit, cut } = keyset(db, vectorDbs, teamId, query);
  const found =
    type === "builtin"
      ? []
      : await db
          .select({ row: vectorDbs, updatedByName: editorName(vectorDbs) })
          .from(vectorDbs)
          .where(and(where, type && eq(vectorDbs.type, type)))
          .orderBy(...order)
          .limit(limit);
  const { rows, next } = await cut(found, ({ row }) => row.id);
  const users = await usersOf(db, teamId, [...builtin, ...rows.map(({ row }) => row.id)]);
  const shown = rows.map(({ row, updatedByName }) => view(row, users(row.id), updatedByName));
  return { vectorDbs: [...builtin.map((id) => builtinView(users(id))), ...shown], next };
}
