import { eq } from "drizzle-orm";
import { apiKeys } from "../apikeys/table";
import { apps } from "../apps/table";
import type { Db, Tx } from "../db/client";
import { notify, plain } from "../notifications/service";
import { orgs, teams } from "../teams/table";
import { type Budget, usedUpWords } from "./budget";
import { changersOf, type Subject } from "./changers";

const tables = { org: orgs, team: teams, app: apps, key: apiKeys } as const;
const kinds = { org: "organization", team: "team", app: "app", key: "API key" } as const;

/** What the budget is of, or null when that is gone. */
export async function subjectName(db: Pick<Db, "select">, { scope, id }: Pick<Subject, "scope" | "id">) {
  const table = tables[scope];
  const [row] = await db.select({ name: table.name }).from(table).where(eq(table.id, id));
  return row?.name ?? null;
}

const pageOf = ({ scope, subjectId }: Budget, teamId: string): string =>
  ({ org: `/${teamId}/org`, team: `/${teamId}/team`, app: `/${teamId}/app/${subjectId}/edit`, key: "/apikeys" })[scope];

/** Tells who can change a budget that it is used up. `teamId` is the team whose run has come to its end. */
export async function tellChangers(tx: Tx, budget: Budget, teamId: string): Promise<void> {
  const { scope, subjectId: id, hard } = budget;
  const name = await subjectName(tx, { scope, id });
  if (name === null) return;
  const to = (await changersOf(tx, { scope, id, teamId })).map((person) => person.id);
  const words = usedUpWords(budget, `The budget of the ${kinds[scope]} **${plain(name)}**`);
  const then = hard ? "Runs wait until you raise it or let them pass." : "Runs go on.";
  const notice = {
    ...({ to, type: "billing", kind: "limits", tone: "warning", title: "Budget used up" } as const),
    description: `${words}. ${then}`,
    key: `budget:${id}:${Date.now()}`,
  };
  const own = scope === "key" ? null : teamId;
  await notify(tx, { ...notice, teamId: own, link: pageOf(budget, teamId) });
  // An organisation's admins need not be in that team: they hear of it without its address.
  if (scope === "org") await notify(tx, { ...notice, teamId: null, link: null, once: true });
}
