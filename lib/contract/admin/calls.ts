import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const admin = defineCalls<typeof shapes>()("admin", {
  health: {
    method: "GET",
    path: "/admin/health.json",
    summary: "Get server health: database, disk, uploads, email, queue, versions",
  },
  plans: {
    method: "GET",
    path: "/admin/plans.json",
    summary: "List the plans and the number of organizations on each",
  },
  orgs: {
    method: "GET",
    path: "/admin/orgs.json",
    summary: "List all organizations with their effective plan",
  },
  setPlan: {
    method: "POST",
    path: "/forms/admin/org/:orgId/plan",
    summary: "Set an organization's plan, or reset it to its subscription or the default",
  },
  accounts: {
    method: "GET",
    path: "/admin/accounts.json",
    summary: "List all accounts",
  },
  endSessions: {
    method: "POST",
    path: "/forms/admin/account/:accountId/endsessions",
    summary: "Sign an account out everywhere",
  },
  close: {
    method: "POST",
    path: "/forms/admin/account/:accountId/close",
    summary: "Close an account: no one can sign in to it, its API keys stop working, and its runs end",
  },
  reopen: {
    method: "POST",
    path: "/forms/admin/account/:accountId/reopen",
    summary: "Reopen a closed account",
  },
  queue: {
    method: "GET",
    path: "/admin/queue.json",
    summary: "Get the number of queued, running and waiting runs by team, and the workers",
  },
  runs: {
    method: "GET",
    path: "/admin/runs.json",
    summary: "List runs that haven't ended, oldest first",
  },
  cancelRun: {
    method: "POST",
    path: "/forms/admin/run/:runId/cancel",
    summary: "Cancel a run",
  },
  requeueRun: {
    method: "POST",
    path: "/forms/admin/run/:runId/requeue",
    summary: "Return a run to the queue",
  },
  mails: {
    method: "GET",
    path: "/admin/mails.json",
    summary: "List the emails in the outbox, newest first",
  },
  mail: {
    method: "GET",
    path: "/admin/mail/:mailId.json",
    summary: "Get an email in the outbox, with its link's token masked",
  },
  resendMail: {
    method: "POST",
    path: "/forms/admin/mail/:mailId/resend",
    summary: "Send an email from the outbox",
  },
  removeMail: {
    method: "DELETE",
    path: "/forms/admin/mail/:mailId",
    summary: "Delete an email from the outbox",
  },
  log: {
    method: "GET",
    path: "/admin/log.json",
    summary: "List administrator actions, newest first",
  },
});
