import { and, desc, eq } from "drizzle-orm";
import { type BudgetForm, budgets as contract } from "@/lib/contract/budgets";
import { apiKeys } from "../apikeys/table";
import { apps } from "../apps/table";
import { type Db, openDatabase } from "../db/client";
import { notFound } from "../http/errors";
import { type AccountContext, implement, type TeamCallContext } from "../http/implement";
import { log } from "../log";
import { requestsOf } from "../runs/requests";
import { sessionOf, type Viewer, visible } from "../sessions/service";
import { runs } from "../sessions/table";
import type { Subject } from "./changers";
import { letGoOn } from "./go-on";
import { whyNot } from "./may-change";
import { setBudget, viewBudget } from "./queries";
import { hasRoom } from "./room";
import { subjectName } from "./tell";

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

type After = (work: () => void) => void;

/** Stores the budget; runs that waited for it go on once that is committed. */
async function change(ctx: AccountContext, subject: Subject, body: BudgetForm, afterCommit: After) {
  await ctx.db.transaction((tx) => setBudget(tx, subject, body));
  const by = { id: ctx.accountId, name: ctx.principal.account.name };
  const goOn = async () => letGoOn((await openDatabase()).db, subject, by);
  afterCommit(() => void goOn().catch((error: unknown) => log().error({ err: error }, "runs did not go on")));
  return {};
}

/** What the session's run waits for, with the figures as they are now. */
async function askedOf(ctx: TeamCallContext, sessionId: string, wanted: string | undefined) {
  const session = await sessionOf(ctx.db, ctx, sessionId);
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
  editOrg: ({ ctx, body, afterCommit }) => change(ctx, orgSubject(ctx), body, afterCommit),
  editTeam: ({ ctx, body, afterCommit }) => change(ctx, teamSubject(ctx), body, afterCommit),
  editApp: async ({ ctx, params, body, afterCommit }) =>
    change(ctx, await appSubject(ctx.db, ctx, params.appId), body, afterCommit),
  editKey: async ({ ctx, params, body, afterCommit }) =>
    change(ctx, await keySubject(ctx.db, ctx.accountId, params.keyId), body, afterCommit),
  asked: async ({ ctx, params, query }) => ({ budgets: await askedOf(ctx, params.sessionId, query.requestId) }),
});
