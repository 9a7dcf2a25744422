import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../admin";
import { defineCalls } from "../endpoint";

/** Of whoever runs the server: figures and names of all teams, and nothing of what is in them. */
const root = { access: "root", permission: Permission.ROOT, sessionOnly: true } as const;

export const admin = defineCalls<typeof shapes>()("admin", {
  health: {
    method: "GET",
    path: "/admin/health.json",
    ...root,
    summary: "How the server is: database, disk, uploads, mail, queue, versions",
  },
  plans: {
    method: "GET",
    path: "/admin/plans.json",
    ...root,
    summary: "The plans with how many organizations have each",
  },
  orgs: {
    method: "GET",
    path: "/admin/orgs.json",
    ...root,
    summary: "List all organizations with their plan in force",
  },
  setPlan: {
    method: "POST",
    path: "/forms/admin/org/:orgId/plan",
    ...root,
    summary: "Set an organization's plan, or leave it to billing and the server's default",
  },
  accounts: {
    method: "GET",
    path: "/admin/accounts.json",
    ...root,
    summary: "List all accounts",
  },
  endSessions: {
    method: "POST",
    path: "/forms/admin/account/:accountId/endsessions",
    ...root,
    summary: "Sign an account out everywhere",
  },
  close: {
    method: "POST",
    path: "/forms/admin/account/:accountId/close",
    ...root,
    summary: "Close an account: nobody signs in to it and nothing is done in its name",
  },
  reopen: {
    method: "POST",
    path: "/forms/admin/account/:accountId/reopen",
    ...root,
    summary: "Open a closed account again",
  },
  queue: {
    method: "GET",
    path: "/admin/queue.json",
    ...root,
    summary: "Runs that are queued, under way and waiting, by team, and the workers",
  },
  runs: {
    method: "GET",
    path: "/admin/runs.json",
    ...root,
    summary: "List runs that have not ended, the oldest first",
  },
  cancelRun: {
    method: "POST",
    path: "/forms/admin/run/:runId/cancel",
    ...root,
    whenFull: true,
    summary: "Stop a run",
  },
  giveBackRun: {
    method: "POST",
    path: "/forms/admin/run/:runId/giveback",
    ...root,
    whenFull: true,
    summary: "Take a run from its worker and put it back into the queue",
  },
  mails: {
    method: "GET",
    path: "/admin/mails.json",
    ...root,
    summary: "List the mails in the outbox, the newest first",
  },
  mail: {
    method: "GET",
    path: "/admin/mail/:mailId.json",
    ...root,
    summary: "One mail of the outbox as text, its link's token masked",
  },
  resendMail: {
    method: "POST",
    path: "/forms/admin/mail/:mailId/resend",
    ...root,
    waits: true,
    summary: "Hand a mail of the outbox to the mail server",
  },
  removeMail: {
    method: "DELETE",
    path: "/forms/admin/mail/:mailId",
    ...root,
    summary: "Delete a mail from the outbox",
  },
  log: {
    method: "GET",
    path: "/admin/log.json",
    ...root,
    summary: "What administrators have done, the newest first",
  },
});
