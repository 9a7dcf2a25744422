import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { defaultConcurrency, defaultRate, defaultRequestBytes } from "@/lib/constants/publications";
import type { Issue } from "@/lib/contract/base/error";
import { listOn, type waysField } from "@/lib/contract/publications/fields";
import type { publicationForm, shapes } from "@/lib/contract/publications/schemas";
import { isTeamMember } from "../../access/auth/is-team-member";
import type { TeamCallContext } from "../../access/calls/implement";
import { isTeamAdmin, matchesVisible, type Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { apps } from "../../platform/db/tables/apps";
import type { PublicationWays, publications } from "../../platform/db/tables/publications";
import { AppError, notFound } from "../../platform/errors/errors";
import { findPrincipalProblem } from "../apps/principal";
import { findPinOwner, findPinProblem } from "./pins";

export type Caller = Pick<TeamCallContext, "teamId" | "team" | "accountId" | "permissions" | "principal">;
export type PublicationRow = typeof publications.$inferSelect;
export type PublicationForm = z.output<typeof publicationForm>;
export type PublicationEdit = z.output<typeof shapes.edit.body>;
type AppRow = typeof apps.$inferSelect;

/** The ways that are on, with the settings that are not secret. */
export function toWays(sent: z.output<typeof waysField>): PublicationWays {
  const { webhook } = sent;
  const simple = listOn(sent).filter((way) => way !== "webhook");
  return {
    ...Object.fromEntries(simple.map((way) => [way, {}])),
    ...(webhook && { webhook: { preset: webhook.preset } }),
  };
}

/** Limits that are null get their defaults; those that are not sent are kept. */
export const toLimitColumns = ({ rate, concurrency, maxBytes }: PublicationEdit) => ({
  rate: rate === null ? defaultRate : rate,
  concurrency: concurrency === null ? defaultConcurrency : concurrency,
  maxBytes: maxBytes === null ? defaultRequestBytes : maxBytes,
});

/** Whether the caller can change what a publication's runs do: its principal and team admins can. */
export const canChange = (caller: Pick<Caller, "accountId" | "permissions">, principalId: string): boolean =>
  principalId === caller.accountId || isTeamAdmin(caller);

/** Throws 403 for a caller who would run the app with another member's rights. */
export function requireCanChange(caller: Caller, { principalId }: Pick<PublicationRow, "principalId">): void {
  if (canChange(caller, principalId)) return;
  const message = "This publication runs as another member. Only they and team admins can change it.";
  throw new AppError("forbidden", message);
}

/** Returns an issue for a principal whom the caller may not choose, or who could not start the app. */
export async function findPrincipalIssues(
  tx: Tx,
  caller: Caller,
  principalId: string,
  { createdBy, sharingConfig }: AppRow,
): Promise<Issue[]> {
  const path = "principalId";
  const { teamId } = caller;
  if (!canChange(caller, principalId))
    return [{ path, message: "Only team admins can have an app run as someone else." }];
  if (!(await isTeamMember(tx, teamId, principalId))) return [{ path, message: "This member isn't on the team." }];
  const problem = await findPrincipalProblem(tx, {
    teamId,
    schedulePrincipalId: principalId,
    createdBy,
    sharingConfig,
  });
  return problem ? [{ path, message: problem }] : [];
}

/** Returns the app. Throws 404 if it is not visible to the caller. */
export async function getVisibleApp(tx: Tx, caller: Viewer, id: string): Promise<AppRow> {
  const own = and(eq(apps.teamId, caller.teamId), eq(apps.id, id), matchesVisible(caller, apps));
  const [app] = await tx.select().from(apps).where(own);
  if (!app) throw notFound("This app");
  return app;
}

/** The columns of a pin, and an issue for a revision that the app does not have. */
export async function toPinColumns(tx: Tx, app: AppRow, sent: "follow" | number) {
  if (sent === "follow") return { columns: { revision: null, revisionOf: null }, issues: [] as Issue[] };
  const columns = { revision: sent, revisionOf: findPinOwner(app) };
  const problem = await findPinProblem(tx, columns, app);
  return { columns, issues: problem ? [{ path: "revision", message: problem }] : [] };
}
