import { admin as contract } from "@/lib/contract/admin/schemas";
import { readAdminLog } from "../../access/audit/service";
import { disconnectAccount } from "../../access/broadcast/disconnect";
import { implement } from "../../access/calls/implement";
import { cancelRun } from "../../engine/runs/cancel";
import { openDatabase } from "../../platform/db/client";
import { AppError } from "../../platform/errors/errors";
import { listAccounts, setClosed, signOutEverywhere } from "./accounts";
import { viewHealth } from "./health";
import { deleteMail, listMailPage, resendMail, viewMail } from "./mails";
import { countPlans, listOrgs, setPlan } from "./orgs";
import { listRuns, requestRunCancel, requeueRun, viewQueue } from "./queue";

implement(contract, {
  health: ({ ctx }) => viewHealth(ctx.db),
  plans: ({ ctx }) => countPlans(ctx.db),

  orgs: ({ ctx, query }) => listOrgs(ctx.db, query),
  setPlan: async ({ ctx, params, body }) => {
    await ctx.write((tx) => setPlan(tx, params.orgId, body.plan));
    return {};
  },

  accounts: ({ ctx, query }) => listAccounts(ctx.db, query),
  endSessions: async ({ ctx, params: { accountId } }) => {
    const ended = await ctx.write((tx) => signOutEverywhere(tx, accountId));
    await disconnectAccount(accountId);
    return { ended };
  },
  close: async ({ ctx, params: { accountId } }) => {
    if (accountId === ctx.accountId)
      throw new AppError("conflict", "You can't close your own account. Ask another server administrator.");
    await ctx.write((tx) => setClosed(tx, accountId, true));
    await disconnectAccount(accountId);
    return {};
  },
  reopen: async ({ ctx, params }) => {
    await ctx.write((tx) => setClosed(tx, params.accountId, false));
    return {};
  },

  queue: ({ ctx }) => viewQueue(ctx.db),
  runs: ({ ctx, query }) => listRuns(ctx.db, query),
  cancelRun: async ({ ctx, params }) => {
    const { teamId, sessionId } = await ctx.write((tx) => requestRunCancel(tx, params.runId));
    // Cancellation runs in separate transactions, after the request is recorded.
    await cancelRun((await openDatabase()).db, teamId, sessionId);
    return {};
  },
  requeueRun: async ({ ctx, params }) => {
    await ctx.write((tx) => requeueRun(tx, params.runId));
    return {};
  },

  mails: ({ query }) => listMailPage(query),
  mail: ({ params }) => viewMail(params.mailId),
  resendMail: async ({ ctx, params }) => {
    await ctx.write(() => resendMail(params.mailId));
    return {};
  },
  removeMail: async ({ ctx, params }) => {
    await ctx.write(() => deleteMail(params.mailId));
    return {};
  },

  log: ({ ctx, query }) => readAdminLog(ctx.db, query),
});
