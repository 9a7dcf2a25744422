import { and, desc, eq } from "drizzle-orm";
import { type BudgetForm, budgets as contract } from "@/lib/contract/budgets/schemas";
import { type AccountContext, implement, type TeamCallContext } from "../../access/calls/implement";
import { matchesVisible, type Viewer } from "../../access/visibility/visible";
import type { BudgetSubject } from "../../engine/budgets/budget-managers";
import { findRefusal } from "../../engine/budgets/may-change";
import { subjectName } from "../../engine/budgets/notify-managers";
import { hasRoom } from "../../engine/budgets/room";
import { loadRequests } from "../../engine/runs/outcome/requests";
import { afterCommit } from "../../platform/db/after-commit";
import { openDatabase, type Reader } from "../../platform/db/client";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { apps } from "../../platform/db/tables/apps";
import { runs } from "../../platform/db/tables/sessions";
import { notFound } from "../../platform/errors/errors";
import { log } from "../../platform/log/log";
import { getSession } from "../sessions/service";
import { setBudget } from "./actions";
import { viewBudget } from "./queries";
import { resumeWaitingRuns } from "./resume-waiting-runs";

const toOrgSubject = ({ team, teamId }: TeamCallContext): BudgetSubject => ({ scope: "org", id: team.orgId, teamId });
const toTeamSubject = ({ teamId }: TeamCallContext): BudgetSubject => ({ scope: "team", id: teamId, teamId });

async function getAppSubject(db: Reader, viewer: Viewer, appId: string): Promise<BudgetSubject> {
  const own = and(eq(apps.teamId, viewer.teamId), eq(apps.id, appId), matchesVisible(viewer, apps));
  const [app] = await db.select({ id: apps.id }).from(apps).where(own);
  if (!app) throw notFound("This app");
  return { scope: "app", id: app.id, teamId: viewer.teamId };
}

async function getKeySubject(db: Reader, accountId: string, keyId: string): Promise<BudgetSubject> {
  const own = and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, keyId));
  const [key] = await db.select({ id: apiKeys.id }).from(apiKeys).where(own);
  if (!key) throw notFound("This API key");
  return { scope: "key", id: key.id, teamId: null };
}

/** Stores the budget; paused runs resume after the commit. */
async function changeBudget(ctx: AccountContext | TeamCallContext, subject: BudgetSubject, body: BudgetForm) {
  const by = { id: ctx.accountId, name: ctx.principal.account.name };
  const resume = async () => resumeWaitingRuns((await openDatabase()).db, subject, by);
  await ctx.write(async (tx) => {
    await setBudget(tx, subject, body);
    afterCommit(
      tx,
      () => void resume().catch((error: unknown) => log().error({ err: error }, "paused runs were not resumed")),
    );
  });
  return {};
}

/** Returns the budgets that the session's run waits for, with current spending. */
async function listAwaitedBudgets(ctx: TeamCallContext, sessionId: string, wanted: string | undefined) {
  const session = await getSession(ctx.db, ctx, sessionId);
  const [run] = await ctx.db
    .select({ id: runs.id, sessionId: runs.sessionId, status: runs.status })
    .from(runs)
    .where(and(eq(runs.teamId, ctx.teamId), eq(runs.sessionId, session.id)))
    .orderBy(desc(runs.dateCreated))
    .limit(1);
  const requests = run?.status === "waiting" ? await loadRequests(ctx.db, run) : [];
  const open = requests.flatMap(({ requestId, answered, budget }) =>
    budget && !answered && (wanted ?? requestId) === requestId ? [{ requestId, ...budget }] : [],
  );
  return Promise.all(
    open.map(async ({ requestId, scope, subjectId }) => {
      const subject: BudgetSubject = { scope, id: subjectId, teamId: ctx.teamId };
      return {
        ...(await viewBudget(ctx.db, subject)),
        requestId,
        name: scope === "key" ? null : await subjectName(ctx.db, subject),
        available: await hasRoom(ctx.db, subjectId),
        canEdit: !(await findRefusal(ctx.db, ctx, { scope, subjectId })),
      };
    }),
  );
}

implement(contract, {
  getOrg: ({ ctx }) => viewBudget(ctx.db, toOrgSubject(ctx)),
  getTeam: ({ ctx }) => viewBudget(ctx.db, toTeamSubject(ctx)),
  getApp: async ({ ctx, params }) => viewBudget(ctx.db, await getAppSubject(ctx.db, ctx, params.appId)),
  getKey: async ({ ctx, params }) => viewBudget(ctx.db, await getKeySubject(ctx.db, ctx.accountId, params.keyId)),
  editOrg: ({ ctx, body }) => changeBudget(ctx, toOrgSubject(ctx), body),
  editTeam: ({ ctx, body }) => changeBudget(ctx, toTeamSubject(ctx), body),
  editApp: async ({ ctx, params, body }) => changeBudget(ctx, await getAppSubject(ctx.db, ctx, params.appId), body),
  editKey: async ({ ctx, params, body }) =>
    changeBudget(ctx, await getKeySubject(ctx.db, ctx.accountId, params.keyId), body),
  asked: async ({ ctx, params, query }) => ({
    budgets: await listAwaitedBudgets(ctx, params.sessionId, query.requestId),
  }),
});
