import { eq } from "drizzle-orm";
import type { z } from "zod";
import { nameMax } from "@/lib/constants/limits";
import type { registerForm } from "@/lib/contract/accounts";
import { cutText } from "@/lib/utils/cut-text";
import { hashPassword } from "../auth/password";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { env } from "../env";
import { AppError, invalidField } from "../http/errors";
import { mailBeside, mailIsOn, sendKnownEmailMail, sendVerifyMail } from "../mail/mails";
import { makeOrg } from "../teams/service";
import { makeMailToken } from "./mail-tokens";
import { checkNew } from "./passwords";
import { accountByEmail } from "./queries";
import { accounts } from "./table";

const firstTeamName = "My team";

/** A long name is cut, not what follows it. */
const organizationOf = (name: string): string => {
  const rest = "'s organization";
  return `${cutText(name, nameMax - rest.length).trimEnd()}${rest}`;
};

/** Whether this server takes a new account with that address. */
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

/** Whether this server has accounts with addresses of that domain. */
export function checkDomain(email: string): void {
  const { ALLOWED_EMAIL_DOMAINS } = env();
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (ALLOWED_EMAIL_DOMAINS.length > 0 && !ALLOWED_EMAIL_DOMAINS.includes(domain))
    throw invalidField("email", `Addresses at ${domain} cannot register on this server.`);
}

/**
 * Makes the account with an organisation and a team of its own. A known e-mail is told so by mail only: the answer and
 * the time it takes are the same. Answers the new account's id, or null for a known e-mail.
 */
export async function register(db: Db, form: z.output<typeof registerForm>): Promise<string | null> {
  checkAllowed(form.email, { invited: false });
  // With mail the password is chosen, or replaced, when the address is confirmed.
  const later = form.password === undefined && mailIsOn();
  if (!later) checkNew(form.password, form.email);
  const passwordHash = form.password === undefined ? null : await hashPassword(form.password);
  const made = await db.transaction(async (tx) => {
    const id = await makeAccount(tx, { email: form.email, name: form.name, passwordHash, emailVerified: false });
    return id === null ? null : { id, token: await makeMailToken(tx, "verify", id) };
  });
  if (made) await sendVerifyMail(form.email, form.name, made.token);
  else mailBeside(() => tellKnown(db, form.email));
  return made?.id ?? null;
}

type NewAccount = Pick<typeof accounts.$inferInsert, "email" | "name" | "passwordHash" | "emailVerified">;

/** An account with an organisation and a team of its own. Answers its id, or null for an e-mail that has one. */
export async function makeAccount(tx: Tx, account: NewAccount): Promise<string | null> {
  const id = newId("account");
  const [made] = await tx
    .insert(accounts)
    .values({ id, ...account })
    .onConflictDoNothing()
    .returning({ id: accounts.id });
  if (!made) return null;
  const { org, team } = await makeOrg(tx, organizationOf(account.name), firstTeamName, id);
  await tx.update(accounts).set({ currentOrgId: org.id, currentTeamId: team.id }).where(eq(accounts.id, id));
  return id;
}

async function tellKnown(db: Db, email: string): Promise<void> {
  const known = await accountByEmail(db, email);
  if (known && !known.dateClosed)
    await sendKnownEmailMail(known.email, known.name, await makeMailToken(db, "reset", known.id));
}
