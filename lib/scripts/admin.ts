import { eq } from "drizzle-orm";
import { isPlanName, planNames } from "@/lib/constants/plans";
import { makeMailToken } from "@/lib/server/accounts/mail-tokens";
import { accounts } from "@/lib/server/accounts/table";
import { type Db, openDatabase } from "@/lib/server/db/client";
import { env } from "@/lib/server/env";
import { orgs } from "@/lib/server/teams/table";

/** A mistake of whoever typed the command: shown without a stack. */
class UsageError extends Error {}

const usage = `Usage:
  npm run admin -- root <email> [off]   make an account root, or take it back
  npm run admin -- reset <email>        print a link to choose a new password
  npm run admin -- plan <org> <plan>    set an organization's plan: ${planNames.join(", ")}, or default`;

async function accountOf(db: Db, email: string | undefined) {
  if (!email) throw new UsageError(usage);
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email.trim().toLowerCase()));
  if (!account) throw new UsageError(`There is no account with the e-mail address ${email}.`);
  return account;
}

const commands: Record<string, (db: Db, args: string[]) => Promise<string>> = {
  root: async (db, [email, state = "on"]) => {
    if (state !== "on" && state !== "off") throw new UsageError(usage);
    const account = await accountOf(db, email);
    const root = state === "on";
    await db.update(accounts).set({ root }).where(eq(accounts.id, account.id));
    return root
      ? `${account.email} is root: every permission in the teams it is a member of.`
      : `${account.email} is not root any more.`;
  },
  reset: async (db, [email]) => {
    const account = await accountOf(db, email);
    const token = await makeMailToken(db, "reset", account.id);
    return `Good for one hour and one use:\n${env().APP_URL}/changepassword?token=${token}`;
  },
  plan: async (db, [id = "", plan = ""]) => {
    if (plan !== "default" && !isPlanName(plan)) throw new UsageError(usage);
    const [org] = await db
      .update(orgs)
      .set({ plan: plan === "default" ? null : plan })
      .where(eq(orgs.id, id))
      .returning();
    if (!org) throw new UsageError(`There is no organization with the id ${id}.`);
    return `${org.name} has ${org.plan ? `the plan ${org.plan}` : `the default plan, ${env().DEFAULT_PLAN}`}.`;
  },
};

async function main([name = "", ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(usage);
  const database = await openDatabase();
  try {
    console.info(await command(database.db, args));
  } finally {
    await database.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
}
