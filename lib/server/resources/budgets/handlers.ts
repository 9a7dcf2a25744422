import { and, desc, eq } from "drizzle-orm";
import { type BudgetForm, budgets as contract } from "@/lib/contract/budgets/schemas";
import { type AccountContext, implement, type TeamCallContext } from "../../access/calls/implement";
import { type Viewer, visible } from "../../access/visibility/visible";
import type { Subject } from "../../engine/budgets/changers";
import { whyNot } from "../../engine/budgets/may-change";
import { subjectName } from "../../engine/budgets/notify-changers";
import { hasRoom } from "../../engine/budgets/room";
import { requestsOf } from "../../engine/runs/outcome/requests";
import { afterCommit } from "../../platform/db/after-commit";
import { type Db, openDatabase } from "../../platform/db/client";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { apps } from "../../platform/db/tables/apps";
import { runs } from "../../platform/db/tables/sessions";
import { notFound } from "../../platform/errors/errors";
import { log } from "../../platform/log/log";
import { getSession } from "../sessions/service";
import { setBudget } from "./actions";
import { viewBudget } from "./queries";
import { resumeWaitingRuns } from "./resume-waiting-runs";

const orgSubject = ({ team, teamId }: TeamCallContext): Subject => ({ scope: "org", id: team.orgId, teamId });
const teamSubject = ({ teamId }: TeamCallContext): Subject => ({ scope: "team", id: teamId, teamId });

async function appSubject(db: Pick<Db, "select">, viewer: Viewer, appId: string): Promise<Subject> {
  const own = and(eq(apps.teamId, viewer.teamId), eq(apps.id, appId), visible(viewer, apps));
  const [app] = await db.select({ id: apps.id }).from(apps).where(own);
  if (!app) throw notFound("This app");
  return { scope: "app", id: app.id, teamId: viewer.teamId };
}

async function keySubject(db: Pick<Db, "select">, accountId: string, keyId: string): Promise<Subject> {
  const own = and(eq(apiKeys.accountId, accountId), eq(apiKeys.id, keyId));
  const [key] = await db.select({ id: apiKeys.id }).from(apiKeys).where(own);
  if (!key) throw notFound("This API key");
  return { scope: "key", id: key.id, teamId: null };
}

/** Stores the budget; paused runs resume after the commit. */
async function change(ctx: AccountContext, subject: Subject, body: BudgetForm) {
  const by = { id: ctx.accountId, name: ctx.principal.account.name };
  const goOn = async () => resumeWaitingRuns((await openDatabase()).db, subject, by);
  await ctx.db.transaction(async (tx) => {
    await setBudget(tx, subject, body);
    afterCommit(tx, () => void goOn().catch((error: unknown) => log().error({ err: error }, "runs did not go on")));
  });
  return {};
}

/** The budgets that the session's run waits for, with current figures. */
async function askedOf(ctx: TeamCallContext, sessionId: string, wanted: string | undefined) {
  const session = await getSession(ctx.db, ctx, sessionId);
  const [run] = await ctx.db
    .select({ id: runs.id, sessionId: runs.sessionId, status: runs.status })
    .from(runs)
    .where(and(eq(runs.teamId, ctx.teamId), eq(runs.sessionId, session.id)))
    .orderBy(desc(runs.dateCreated))
    .limit(1);
  const requests = run?.status === "waiting" ? await requestsOf(ctx.db, run) : [];
  const open = requests.flatMap(({ requestId, answered, budget }) =>
    budget && !answered && (wanted ?? requestId) === requestId ? [{ requestId, ...budget }] : [],
  );
  return Promise.all(
    open.map(async ({ requestId, scope, subjectId }) => {
      const subject: Subject = { scope, id: subjectId, teamId: ctx.teamId };
      return {
        ...(await viewBudget(ctx.db, subject)),
        requestId,
        name: scope === "key" ? null : await subjectName(ctx.db, subject),
        room: await hasRoom(ctx.db, subjectId),
        mayChange: !(await whyNot(ctx.db, ctx, { scope, subjectId })),
      };
    }),
  );
}

implement(contract, {
  getOrg: ({ ctx }) => viewBudget(ctx.db, orgSubject(ctx)),
  getTeam: ({ ctx }) => viewBudget(ctx.db, teamSubject(ctx)),
  getApp: async ({ ctx, params }) => viewBudget(ctx.db, await appSubject(ctx.db, ctx, params.appId)),
  getKey: async ({ ctx, params }) => viewBudget(ctx.db, await keySubject(ctx.db, ctx.accountId, params.keyId)),
  editOrg: ({ ctx, body }) => change(ctx, orgSubject(ctx), body),
  editTeam: ({ ctx, body }) => change(ctx, teamSubject(ctx), body),
  editApp: async ({ ctx, params, body }) => change(ctx, await appSubject(ctx.db, ctx, params.appId), body),
  editKey: async ({ ctx, params, body }) => change(ctx, await keySubject(ctx.db, ctx.accountId, params.keyId), body),
  asked: async ({ ctx, params, query }) => ({ budgets: await askedOf(ctx, params.sessionId, query.requestId) }),
});
