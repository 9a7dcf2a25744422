import { eq } from "drizzle-orm";
import { escapeMarkdown, notify } from "../../access/notifications/service";
import type { Reader, Tx } from "../../platform/db/client";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { apps } from "../../platform/db/tables/apps";
import { publicationKeys, publications } from "../../platform/db/tables/publications";
import { orgs, teams } from "../../platform/db/tables/teams";
import { type Budget, formatUsedUp } from "./budget";
import { type BudgetSubject, findPublishedApp, listBudgetManagers } from "./budget-managers";

const tables = {
  org: orgs,
  team: teams,
  app: apps,
  key: apiKeys,
  publication: publications,
  publicationKey: publicationKeys,
} as const;

/** Returns the name of the budget's subject, or null when it no longer exists. */
export async function subjectName(db: Reader, { scope, id }: Pick<BudgetSubject, "scope" | "id">) {
  const table = tables[scope];
  const [row] = await db.select({ name: table.name }).from(table).where(eq(table.id, id));
  return row?.name ?? null;
}

async function findLink(db: Reader, { scope, subjectId: id }: Budget, teamId: string): Promise<string> {
  if (scope === "key") return "/apikeys";
  if (scope === "org" || scope === "team") return `/${teamId}/${scope}`;
  if (scope === "app") return `/${teamId}/app/${id}/edit`;
  return `/${teamId}/app/${await findPublishedApp(db, { scope, id })}/edit?tab=publish`;
}

/** Notifies everyone who can change a budget that it is used up. `teamId` is the team whose run has finished. */
export async function notifyBudgetManagers(tx: Tx, budget: Budget, teamId: string): Promise<void> {
  const { scope, subjectId: id, hard } = budget;
  const name = await subjectName(tx, { scope, id });
  if (name === null) return;
  const to = (await listBudgetManagers(tx, { scope, id, teamId })).map((person) => person.id);
  const usedUp = formatUsedUp(budget, `**${escapeMarkdown(name)}**`);
  const consequence = hard ? "Runs are paused until you raise it or allow them." : "Runs aren't paused.";
  const notice = {
    ...({ to, type: "billing", kind: "limits", tone: "warning", title: "Budget used up" } as const),
    description: `${usedUp}. ${consequence}`,
    key: `budget:${id}:${Date.now()}`,
  };
  const noticeTeamId = scope === "key" ? null : teamId;
  await notify(tx, { ...notice, teamId: noticeTeamId, link: await findLink(tx, budget, teamId) });
  // Organization admins may not belong to that team: their notification has no link to it.
  if (scope === "org") await notify(tx, { ...notice, teamId: null, link: null, once: true });
}
