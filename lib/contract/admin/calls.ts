import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const admin = defineCalls<typeof shapes>()("admin", {
  health: {
    method: "GET",
    path: "/admin/health.json",
    summary: "How the server is: database, disk, uploads, mail, queue, versions",
  },
  plans: {
    method: "GET",
    path: "/admin/plans.json",
    summary: "The plans with how many organizations have each",
  },
  orgs: {
    method: "GET",
    path: "/admin/orgs.json",
    summary: "List all organizations with their plan in force",
  },
  setPlan: {
    method: "POST",
    path: "/forms/admin/org/:orgId/plan",
    summary: "Set an organization's plan, or leave it to billing and the server's default",
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
    summary: "Close an account: it cannot sign in, and its API keys and runs stop",
  },
  reopen: {
    method: "POST",
    path: "/forms/admin/account/:accountId/reopen",
    summary: "Open a closed account again",
  },
  queue: {
    method: "GET",
    path: "/admin/queue.json",
    summary: "Queued, running and waiting runs by team, and the workers",
  },
  runs: {
    method: "GET",
    path: "/admin/runs.json",
    summary: "List runs that have not ended, the oldest first",
  },
  cancelRun: {
    method: "POST",
    path: "/forms/admin/run/:runId/cancel",
    summary: "Stop a run",
  },
  giveBackRun: {
    method: "POST",
    path: "/forms/admin/run/:runId/giveback",
    summary: "Take a run from its worker and put it back into the queue",
  },
  mails: {
    method: "GET",
    path: "/admin/mails.json",
    summary: "List the mails in the outbox, the newest first",
  },
  mail: {
    method: "GET",
    path: "/admin/mail/:mailId.json",
    summary: "One mail of the outbox as text, its link's token masked",
  },
  resendMail: {
    method: "POST",
    path: "/forms/admin/mail/:mailId/resend",
    summary: "Hand a mail of the outbox to the mail server",
  },
  removeMail: {
    method: "DELETE",
    path: "/forms/admin/mail/:mailId",
    summary: "Delete a mail from the outbox",
  },
  log: {
    method: "GET",
    path: "/admin/log.json",
    summary: "What administrators have done, the newest first",
  },
});
