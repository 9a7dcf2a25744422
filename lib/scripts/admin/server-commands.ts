import { isPlanName, planNames } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";
import { auditCommand } from "@/lib/server/access/audit/service";
import { toSubjects } from "@/lib/server/api/audit/targets";
import type { Tx } from "@/lib/server/platform/db/client";
import { AppError } from "@/lib/server/platform/errors/errors";
import { listMails, outboxFolder, readMail } from "@/lib/server/platform/mail/outbox-folder";
import { listOrgs, setPlan } from "@/lib/server/resources/admin/orgs";
import { type AdminCommand, formatTable, formatTime, RefusedError, requireArguments, UsageError } from "./command";

const formatOrg = 100;

const sources = {
  set: "set by you",
  subscription: "by its subscription",
  trial: "on trial",
  default: "the server's default",
} as const;

export const orgCommands: Record<string, AdminCommand> = {
  orgs: {
    takes: "[text]",
    does: "list organizations, newest first; with a text, those whose name or owner's email contains it",
    run: async (db, args) => {
      const [q] = requireArguments(args, 0, 1);
      const { orgs, next } = await listOrgs(db, { limit: formatOrg, sort: "dateCreated", ...(q && { q }) });
      if (orgs.length === 0) return q ? "No organization matches." : "There is no organization yet.";
      const rows = orgs.map(({ _id, name, ownerEmail, members, teams, plan, planSource, dateCreated }) => [
        _id,
        name,
        ownerEmail,
        `${members}`,
        `${teams}`,
        `${plans[plan].title}, ${sources[planSource]}`,
        formatTime(dateCreated),
      ]);
      const text = formatTable(["Id", "Name", "Owner", "Members", "Teams", "Plan", "Created (UTC)"], rows);
      return next ? `${text}\nThe first ${formatOrg}: give a text to find others.` : text;
    },
  },
  plan: {
    takes: "<org> <plan>",
    does: `set an organization's plan by its id: ${planNames.join(", ")}, or default`,
    run: async (db, args) => {
      const [orgId = "", plan = ""] = requireArguments(args, 2);
      if (plan !== "default" && !isPlanName(plan)) throw new UsageError();
      const audit = auditCommand("setPlan", toSubjects({ edits: "orgPlan" }), { orgId });
      const set = (tx: Tx) => setPlan(tx, orgId, plan === "default" ? null : plan);
      const setting = db.transaction((tx) => audit.around(tx, set));
      const found = await setting.catch((error: unknown) => {
        if (error instanceof AppError) throw new RefusedError(`There is no organization with the id ${orgId}.`);
        throw error;
      });
      return `${found.name} has the plan ${found.plan} (${sources[found.source]}).`;
    },
  },
};

export const outboxCommands: Record<string, AdminCommand> = {
  outbox: {
    takes: "[id]",
    does: "list the mails that were not sent, or show one with its link",
    run: async (_db, args) => {
      const [id] = requireArguments(args, 0, 1);
      if (id === undefined) return listOutbox();
      const mail = await readMail(id);
      if (!mail) throw new RefusedError(`There is no mail ${id} in ${outboxFolder()}.`);
      const heads = [`To: ${mail.to}`, `Subject: ${mail.subject}`, `Date: ${mail.date}`];
      return [...heads, ...(mail.failure ? [`Not taken: ${mail.failure}`] : []), "", mail.text].join("\n");
    },
  },
};

async function listOutbox(): Promise<string> {
  const { mails, count } = await listMails({ limit: formatOrg });
  if (count === 0) return `No mail is waiting in ${outboxFolder()}.`;
  const rows = mails.map(({ id, to, subject, failure }) => [id, to, subject, failure ?? "no mail server"]);
  const text = formatTable(["Id", "To", "Subject", "Why it is here"], rows);
  return count > mails.length ? `${text}\nThe newest ${mails.length} of ${count}.` : text;
}
