import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { datasources } from "@/lib/contract/datasources/schemas";
import { sessions } from "@/lib/contract/sessions/schemas";
import { tasks } from "@/lib/contract/tasks/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { type TrashItem, trash } from "@/lib/contract/trash/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { callAs, expectOk, type Person } from "./client";

const ends = {
  app: apps.remove,
  agent: agents.remove,
  task: tasks.remove,
  tool: tools.remove,
  datasource: datasources.remove,
  variable: variables.remove,
  session: sessions.remove,
};
export type Kind = keyof typeof ends;

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });
const of = ({ token, slug }: Person, trashId: string) => ({ token, params: { resourceSlug: slug, trashId } });

export const tryDelete = (person: Person, kind: Kind, id: string) => {
  const { token, slug } = person;
  const params = { resourceSlug: slug, [`${kind}Id`]: id };
  return callAs(ends[kind], { token, params: params as never, body: kind === "session" ? {} : { force: true } });
};

/** Deletes something by force. Returns its id in the trash. */
export const deleted = async (person: Person, kind: Kind, id: string): Promise<string> =>
  String(((await expectOk(tryDelete(person, kind, id))) as { trashId: string }).trashId);

export const tryRestore = (person: Person, trashId: string, name?: string) =>
  callAs(trash.restore, { ...of(person, trashId), body: { name } });

interface Restored {
  _id: string;
  type: Kind;
  missing: { type: string; name: string | null }[];
}

export const restored = async (person: Person, trashId: string, name?: string) =>
  (await expectOk(tryRestore(person, trashId, name))) as unknown as Restored;

export const removeItem = (person: Person, trashId: string) => callAs(trash.remove, of(person, trashId));
export const emptyTrash = (person: Person) => callAs(trash.empty, to(person));

export async function listedTrash(person: Person, query: Record<string, unknown> = {}): Promise<TrashItem[]> {
  const found = await expectOk(callAs(trash.list, { ...to(person), query: query as never }));
  return (found as unknown as { trash: TrashItem[] }).trash;
}
