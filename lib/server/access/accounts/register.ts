import { eq } from "drizzle-orm";
import type { z } from "zod";
import { nameMax } from "@/lib/constants/limits";
import type { registerForm } from "@/lib/contract/accounts/schemas";
import { truncate } from "@/lib/utils/text/truncate";
import type { Db, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { env } from "../../platform/env/env";
import { AppError, invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { mailIsOn, sendInBackground, sendKnownEmailMail, sendVerifyMail } from "../../platform/mail/mails";
import { hashPassword } from "../auth/password";
import { makeOrg } from "../teams/service";
import { makeMailToken } from "./mail-tokens";
import { checkNew } from "./passwords";
import { findAccountByEmail } from "./queries";

const firstTeamName = "My team";

/** Truncates a long name, but not the suffix. */
const createFirstOrganization = (name: string): string => {
  const rest = "'s organization";
  return `${truncate(name, nameMax - rest.length).trimEnd()}${rest}`;
};

/** Whether the server accepts a new account with that address. */
export function checkAllowed(email: string, { invited }: { invited: boolean }): void {
  const { REGISTRATION } = env();
  if (REGISTRATION === "closed") throw new AppError("forbidden", "Registration is closed on this server.");
  if (REGISTRATION === "invite" && !invited)
    throw new AppError(
      "forbidden",
      "Registration needs an invite on this server. Ask a member of your organization for one.",
    );
  checkDomain(email);
}

/** Whether the server accepts accounts with that domain. */
export function checkDomain(email: string): void {
  const { ALLOWED_EMAIL_DOMAINS } = env();
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (ALLOWED_EMAIL_DOMAINS.length > 0 && !ALLOWED_EMAIL_DOMAINS.includes(domain))
    throw invalidField("email", `Addresses at ${domain} cannot register on this server.`);
}

/**
 * Creates the account with an organization and team. For a known email, only a mail is sent: response and timing are the same.
 * Returns the new account's id, or null for a known email.
 */
export async function register(db: Db, form: z.output<typeof registerForm>): Promise<string | null> {
  checkAllowed(form.email, { invited: false });
  // With mail the password is chosen, or replaced, when the address is confirmed.
  const later = form.password === undefined && mailIsOn();
  if (!later) checkNew(form.password, form.email);
  const passwordHash = form.password === undefined ? null : await hashPassword(form.password);
  const made = await db.transaction(async (tx) => {
    const id = await createAccount(tx, { email: form.email, name: form.name, passwordHash, emailVerified: false });
    return id === null ? null : { id, token: await makeMailToken(tx, "verify", id) };
  });
  if (made) await sendVerifyMail(form.email, form.name, made.token);
  else sendInBackground(() => notifyKnownAccount(db, form.email));
  return made?.id ?? null;
}

type NewAccount = Pick<typeof accounts.$inferInsert, "email" | "name" | "passwordHash" | "emailVerified">;

/** Creates an account with an organization and team. Returns its id, or null when the email is taken. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string | null> {
  const id = newId("account");
  const [made] = await tx
    .insert(accounts)
    .values({ id, ...account })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  if (!made) return null;
  const { org, team } = await makeOrg(tx, createFirstOrganization(account.name), firstTeamName, id);
  await tx.update(accounts).set({ currentOrgId: org.id, currentTeamId: team.id }).where(eq(accounts.id, id));
  return id;
}

async function notifyKnownAccount(db: Db, email: string): Promise<void> {
  const known = await findAccountByEmail(db, email);
  if (known && !known.dateClosed)
    await sendKnownEmailMail(known.email, known.name, await makeMailToken(db, "reset", known.id));
}
