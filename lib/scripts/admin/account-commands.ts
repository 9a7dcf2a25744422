import { and, eq, isNull } from "drizzle-orm";
import { createMailToken } from "@/lib/server/access/accounts/mail-tokens";
import { disableTwoFactor } from "@/lib/server/access/accounts/two-factor";
import { auditCommand } from "@/lib/server/access/audit/service";
import { disconnectAccount } from "@/lib/server/access/broadcast/disconnect";
import { toSubjects } from "@/lib/server/api/audit/targets";
import type { Db, Tx } from "@/lib/server/platform/db/client";
import { accounts } from "@/lib/server/platform/db/tables/accounts";
import { env } from "@/lib/server/platform/env/env";
import { deliverResetMail, isMailEnabled } from "@/lib/server/platform/mail/mails";
import { listAccounts, setClosed, signOutEverywhere } from "@/lib/server/resources/admin/accounts";
import { type AdminCommand, formatTable, formatTime, RefusedError, requireArguments, UsageError } from "./command";

const formatAccount = 100;
/** The origin of these actions in the account's own list. */
const atServer = { userAgent: "Administration", address: "this server" };

async function findAccount(db: Db, email = "") {
  const own = and(eq(accounts.email, email.trim().toLowerCase()), isNull(accounts.dateDeleted));
  const [account] = await db.select().from(accounts).where(own);
  if (!account) throw new RefusedError(`There is no account with the email address ${email}.`);
  return account;
}

/** Changes an account in a transaction, and audits that. */
function changeAccount<T>(db: Db, action: string, accountId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const audit = auditCommand(action, toSubjects({ edits: "administeredAccount" }), { accountId });
  return db.transaction((tx) => audit.around(tx, work));
}

export const accountCommands: Record<string, AdminCommand> = {
  accounts: {
    takes: "[text]",
    does: "list accounts, newest first, optionally only those whose name or email contains the text",
    run: async (db, args) => {
      const [q] = requireArguments(args, 0, 1);
      const query = { limit: formatAccount, sort: "dateCreated" as const, ...(q && { q }) };
      const { accounts: found, next } = await listAccounts(db, query);
      if (found.length === 0) return q ? "No matching accounts." : "There are no accounts yet.";
      const rows = found.map(({ email, name, lastSeen, dateCreated, ...account }) => [
        email,
        name,
        formatTime(dateCreated),
        formatTime(lastSeen ?? null),
        `${account.sessions}`,
        `${account.orgs}`,
        [account.root && "root", account.dateClosed && "closed", !account.emailVerified && "not confirmed"]
          .filter(Boolean)
          .join(", "),
      ]);
      const text = formatTable(["Email", "Name", "Created (UTC)", "Last active", "Sign-ins", "Orgs", ""], rows);
      return next ? `${text}\nShowing the first ${formatAccount}. Add search text to find others.` : text;
    },
  },
  root: {
    takes: "<email> [off]",
    does: "make an account root, or revoke root",
    run: async (db, args) => {
      const [email, state = "on"] = requireArguments(args, 1, 2);
      if (state !== "on" && state !== "off") throw new UsageError();
      const account = await findAccount(db, email);
      const root = state === "on";
      if (account.root === root)
        return `${account.email} is ${root ? "already root" : "not root"}. Nothing was changed.`;
      await changeAccount(db, "root", account.id, (tx) =>
        tx.update(accounts).set({ root }).where(eq(accounts.id, account.id)),
      );
      return root
        ? `${account.email} is now root, with all permissions in its teams and access to ${env().APP_URL}/admin.`
        : `${account.email} is no longer root.`;
    },
  },
  reset: {
    takes: "<email> [mail]",
    does: "print a password reset link, or email it",
    run: async (db, args) => {
      const [email, way] = requireArguments(args, 1, 2);
      if (way !== undefined && way !== "mail") throw new UsageError();
      const account = await findAccount(db, email);
      if (account.dateClosed)
        throw new RefusedError(`${account.email} is closed. Reopen it first: reopen ${account.email}`);
      if (way && !isMailEnabled())
        throw new RefusedError("This server has no mail server (SMTP_URL isn't set). Omit “mail” to print the link.");
      const token = await createMailToken(db, "reset", account.id);
      if (!way) return `Works once and expires in one hour:\n${env().APP_URL}/changepassword?token=${token}`;
      try {
        await deliverResetMail(account.email, account.name, token);
      } catch (error) {
        throw new RefusedError(
          `The mail server rejected the email: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
      return `A password reset link was sent to ${account.email}. It works once and expires in one hour.`;
    },
  },
  "end-sessions": {
    takes: "<email>",
    does: "sign an account out everywhere",
    run: async (db, args) => {
      const account = await findAccount(db, ...requireArguments(args, 1));
      const ended = await changeAccount(db, "endSessions", account.id, (tx) => signOutEverywhere(tx, account.id));
      await disconnectAccount(account.id);
      return `${account.email} was signed out of ${ended === 1 ? "1 device" : `${ended} devices`}. API keys keep working.`;
    },
  },
  "two-factor": {
    takes: "off <email>",
    does: "turn off two-factor authentication, for someone who lost their phone and recovery codes",
    run: async (db, args) => {
      const [state, email] = requireArguments(args, 2);
      if (state !== "off") throw new UsageError();
      const account = await findAccount(db, email);
      if (!account.twoFactorSince)
        return `${account.email} doesn't use two-factor authentication. Nothing was changed.`;
      await changeAccount(db, "twoFactorOff", account.id, (tx) =>
        disableTwoFactor(tx, account, atServer, "by the server administrator"),
      );
      return `Two-factor authentication is now off for ${account.email}. The user was notified.`;
    },
  },
  close: {
    takes: "<email>",
    does: "close an account: it can't sign in, and its API keys and runs stop",
    run: async (db, args) => {
      const account = await findAccount(db, ...requireArguments(args, 1));
      if (account.dateClosed) return `${account.email} is already closed. Nothing was changed.`;
      await changeAccount(db, "close", account.id, (tx) => setClosed(tx, account.id, true));
      await disconnectAccount(account.id);
      return `${account.email} is closed. Its memberships and resources are kept.`;
    },
  },
  reopen: {
    takes: "<email>",
    does: "reopen a closed account",
    run: async (db, args) => {
      const account = await findAccount(db, ...requireArguments(args, 1));
      if (!account.dateClosed) return `${account.email} isn't closed. Nothing was changed.`;
      await changeAccount(db, "reopen", account.id, (tx) => setClosed(tx, account.id, false));
      return `${account.email} is open again.`;
    },
  },
};
