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
import { isMailEnabled, sendInBackground, sendKnownEmailMail, sendVerifyMail } from "../../platform/mail/mails";
import { hashPassword } from "../auth/password";
import { createOrg } from "../teams/service";
import { createMailToken } from "./mail-tokens";
import { checkNewPassword } from "./passwords";
import { findAccountByEmail } from "./queries";

const firstTeamName = "My team";

/** Truncates a long name, but not the suffix. */
const createFirstOrganization = (name: string): string => {
  const rest = "'s organization";
  return `${truncate(name, nameMax - rest.length).trimEnd()}${rest}`;
};

/** Throws unless the server accepts a new account with that address. */
export function requireAllowedEmail(email: string, { invited }: { invited: boolean }): void {
  const { REGISTRATION } = env();
  if (REGISTRATION === "closed") throw new AppError("forbidden", "Registration is closed on this server.");
  if (REGISTRATION === "invite" && !invited)
    throw new AppError(
      "forbidden",
      "This server requires an invitation to register. Ask a member of your organization for one.",
    );
  requireAllowedDomain(email);
}

/** Throws unless the server accepts accounts with that domain. */
export function requireAllowedDomain(email: string): void {
  const { ALLOWED_EMAIL_DOMAINS } = env();
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (ALLOWED_EMAIL_DOMAINS.length > 0 && !ALLOWED_EMAIL_DOMAINS.includes(domain))
    throw invalidField("email", `Email addresses at ${domain} can't be used to register on this server.`);
}

/**
 * Creates the account with an organization and team. For a known email, only a mail is sent: response and timing are the same.
 * Returns the new account's id, or null for a known email.
 */
export async function register(db: Db, form: z.output<typeof registerForm>): Promise<string | null> {
  requireAllowedEmail(form.email, { invited: false });
  // With mail the password is chosen, or replaced, when the address is confirmed.
  const later = form.password === undefined && isMailEnabled();
  if (!later) checkNewPassword(form.password, form.email);
  const passwordHash = form.password === undefined ? null : await hashPassword(form.password);
  const inserted = await db.transaction(async (tx) => {
    const id = await createAccount(tx, { email: form.email, name: form.name, passwordHash, emailVerified: false });
    return id === null ? null : { id, token: await createMailToken(tx, "verify", id) };
  });
  if (inserted) await sendVerifyMail(form.email, form.name, inserted.token);
  else sendInBackground(() => notifyKnownAccount(db, form.email));
  return inserted?.id ?? null;
}

type NewAccount = Pick<typeof accounts.$inferInsert, "email" | "name" | "passwordHash" | "emailVerified">;

/** Creates an account with an organization and team. Returns its id, or null when the email is taken. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string | null> {
  const id = newId("account");
  const [inserted] = await tx
    .insert(accounts)
    .values({ id, ...account })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  if (!inserted) return null;
  const { org, team } = await createOrg(tx, createFirstOrganization(account.name), firstTeamName, id);
  await tx.update(accounts).set({ currentOrgId: org.id, currentTeamId: team.id }).where(eq(accounts.id, id));
  return id;
}

async function notifyKnownAccount(db: Db, email: string): Promise<void> {
  const known = await findAccountByEmail(db, email);
  if (known && !known.dateClosed)
    await sendKnownEmailMail(known.email, known.name, await createMailToken(db, "reset", known.id));
}
