import { isPlanName, planNames } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";
import { auditCommand } from "@/lib/server/access/audit/service";
import { toSubjects } from "@/lib/server/api/audit/targets";
import type { Tx } from "@/lib/server/platform/db/client";
import { knownMigrations } from "@/lib/server/platform/db/migrate/migrations";
import { AppError } from "@/lib/server/platform/errors/errors";
import { listMails, outboxFolder, readMail } from "@/lib/server/platform/mail/outbox-folder";
import { readVersion } from "@/lib/server/platform/process/version";
import { listOrgs, setPlan } from "@/lib/server/resources/admin/orgs";
import { type AdminCommand, formatTable, formatTime, RefusedError, requireArguments, UsageError } from "./command";

const formatOrg = 100;

const sources = {
  set: "set manually",
  subscription: "from its subscription",
  trial: "trial",
  default: "server default",
} as const;

export const orgCommands: Record<string, AdminCommand> = {
  orgs: {
    takes: "[text]",
    does: "list organizations, newest first, optionally only those whose name or owner's email contains the text",
    run: async (db, args) => {
      const [q] = requireArguments(args, 0, 1);
      const { orgs, next } = await listOrgs(db, { limit: formatOrg, sort: "dateCreated", ...(q && { q }) });
      if (orgs.length === 0) return q ? "No matching organizations." : "There are no organizations yet.";
      const rows = orgs.map(({ _id, name, ownerEmail, members, teams, plan, planSource, dateCreated }) => [
        _id,
        name,
        ownerEmail,
        `${members}`,
        `${teams}`,
        `${plans[plan].title}, ${sources[planSource]}`,
        formatTime(dateCreated),
      ]);
      const text = formatTable(["ID", "Name", "Owner", "Members", "Teams", "Plan", "Created (UTC)"], rows);
      return next ? `${text}\nShowing the first ${formatOrg}. Add search text to find others.` : text;
    },
  },
  plan: {
    takes: "<org> <plan>",
    does: `set an organization's plan by its ID: ${planNames.join(", ")}, or default`,
    run: async (db, args) => {
      const [orgId = "", plan = ""] = requireArguments(args, 2);
      if (plan !== "default" && !isPlanName(plan)) throw new UsageError();
      const audit = auditCommand("setPlan", toSubjects({ edits: "orgPlan" }), { orgId });
      const set = (tx: Tx) => setPlan(tx, orgId, plan === "default" ? null : plan);
      const setting = db.transaction((tx) => audit.around(tx, set));
      const found = await setting.catch((error: unknown) => {
        if (error instanceof AppError) throw new RefusedError(`There is no organization with the ID ${orgId}.`);
        throw error;
      });
      return `${found.name} is on the ${found.plan} plan (${sources[found.source]}).`;
    },
  },
};

export const serverCommands: Record<string, AdminCommand> = {
  migrate: {
    takes: "",
    does: "migrate the database, as each start does, or wait for the process that is doing it",
    // Every command opens, and thereby migrates, the database.
    run: async (_db, args) => {
      requireArguments(args, 0);
      return `The database has all ${knownMigrations().length} migrations of Muster ${readVersion()}.`;
    },
  },

  outbox: {
    takes: "[id]",
    does: "list unsent emails, or show one with its link",
    run: async (_db, args) => {
      const [id] = requireArguments(args, 0, 1);
      if (id === undefined) return listOutbox();
      const mail = await readMail(id);
      if (!mail) throw new RefusedError(`There is no email ${id} in ${outboxFolder()}.`);
      const heads = [`To: ${mail.to}`, `Subject: ${mail.subject}`, `Date: ${mail.date}`];
      return [...heads, ...(mail.failure ? [`Rejected: ${mail.failure}`] : []), "", mail.text].join("\n");
    },
  },
};

async function listOutbox(): Promise<string> {
  const { mails, count } = await listMails({ limit: formatOrg });
  if (count === 0) return `There are no unsent emails in ${outboxFolder()}.`;
  const rows = mails.map(({ id, to, subject, failure }) => [id, to, subject, failure ?? "no mail server"]);
  const text = formatTable(["ID", "To", "Subject", "Reason"], rows);
  return count > mails.length ? `${text}\nShowing the newest ${mails.length} of ${count}.` : text;
}
