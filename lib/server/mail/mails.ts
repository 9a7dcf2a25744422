import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { noteWait } from "../call-in-progress";
import { env } from "../env";
import { log } from "../log";
import { singleton } from "../registry";
import type { Mail } from "./compose";
import { createMailQueue, type MailQueue } from "./mail-queue";
import { outboxDelivery } from "./outbox";
import { outboxFolder, readMessage } from "./outbox-folder";
import { smtpDelivery } from "./smtp";
import {
  askedMail,
  type BillingNotice,
  billingMail,
  deletedMail,
  type Invitation,
  inviteMail,
  knownEmailMail,
  newEmailMail,
  oldEmailMail,
  resetMail,
  type SecurityWords,
  securityMail,
  takenEmailMail,
  verifyMail,
} from "./templates";

/** Whether mails reach people. Without SMTP_URL they land in the data folder's outbox. */
export const mailIsOn = (): boolean => env().SMTP_URL !== undefined;

const smtp = (url: string) => singleton("smtp", () => smtpDelivery(url, env().MAIL_FROM));

const toOutbox = (mail: Mail, failure?: string): Promise<void> =>
  outboxDelivery(outboxFolder(), env().MAIL_FROM, failure)(mail);

const queue = (): MailQueue =>
  singleton("mailQueue", () => {
    const { SMTP_URL } = env();
    const deliver = SMTP_URL ? smtp(SMTP_URL) : (mail: Mail) => toOutbox(mail);
    return createMailQueue({ deliver, log: log(), ...(SMTP_URL && { keep: toOutbox }) });
  });

/** Never fails and never waits for the mail server. */
async function send(mail: Mail): Promise<void> {
  queue().add(mail);
}

const recipient = (email: string, name: string, token: string) => ({ email, name, token, appUrl: env().APP_URL });

export const sendVerifyMail = (email: string, name: string, token: string): Promise<void> =>
  send(verifyMail(recipient(email, name, token)));

export const sendResetMail = (email: string, name: string, token: string): Promise<void> =>
  send(resetMail(recipient(email, name, token)));

/** Tells the owner of an account that their address was used to register again; the token is one to reset the password. */
export const sendKnownEmailMail = (email: string, name: string, token: string): Promise<void> =>
  send(knownEmailMail(recipient(email, name, token)));

export const sendInviteMail = (email: string, name: string, token: string, invitation: Invitation): Promise<void> =>
  send(inviteMail(recipient(email, name, token), invitation));

export const sendBillingMail = (owner: { email: string; name: string }, notice: BillingNotice): Promise<void> =>
  send(billingMail({ email: owner.email, name: owner.name, appUrl: env().APP_URL }, notice));

export const sendNewEmailMail = (email: string, name: string, token: string): Promise<void> =>
  send(newEmailMail(recipient(email, name, token)));

export const sendOldEmailMail = (email: string, name: string, token: string, newEmail: string): Promise<void> =>
  send(oldEmailMail(recipient(email, name, token), newEmail));

export const sendTakenEmailMail = (email: string, name: string): Promise<void> =>
  send(takenEmailMail({ email, name, appUrl: env().APP_URL }));

export const sendSecurityMail = (email: string, name: string, words: SecurityWords): Promise<void> =>
  send(securityMail({ email, name, appUrl: env().APP_URL }, words));

/** Tells somebody that a run waits for their answer: where, and nothing of what is asked. */
export const sendAskedMail = (email: string, name: string, app: string, path: string): Promise<void> =>
  send(askedMail({ email, name, appUrl: env().APP_URL }, app, path));

export const sendDeletedMail = (email: string, name: string): Promise<void> =>
  send(deletedMail({ email, name, appUrl: env().APP_URL }));

const beside = () => singleton("mailBeside", () => new Set<Promise<void>>());
const besideMostMs = 200;

/**
 * Prepares a mail beside the call that has asked for it, a random while later: how long the call takes says nothing about
 * whether there is anybody to write to.
 */
export function mailBeside(work: () => Promise<void>): void {
  const running: Promise<void> = sleep(randomInt(besideMostMs))
    .then(work)
    .catch((error: unknown) => log().error({ err: error }, "mail not prepared"))
    .finally(() => beside().delete(running));
  beside().add(running);
}

/** Resolves when every mail has been sent or given up, for a clean stop. */
export async function mailIdle(): Promise<void> {
  while (beside().size > 0) await Promise.all(beside());
  await queue().idle();
}

/** Lets go of the mail server's connections, which are kept open otherwise. */
export function closeMails(): void {
  const { SMTP_URL } = env();
  if (SMTP_URL) smtp(SMTP_URL).close();
}

/** Hands a reset mail over now; throws what the mail server says. */
export async function deliverResetMail(email: string, name: string, token: string): Promise<void> {
  const { SMTP_URL } = env();
  const mail = resetMail(recipient(email, name, token));
  await (SMTP_URL ? smtp(SMTP_URL)(mail) : toOutbox(mail));
}

/** Hands a mail of the outbox to the mail server as it stands; throws what the server says. */
export async function deliverKept({ id, to }: { id: string; to: string }): Promise<void> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) throw new Error("SMTP_URL is not set.");
  noteWait();
  await smtp(SMTP_URL).raw(to, await readMessage(id));
}

/** Mails that are being sent, or tried again, by this process. */
export const mailsUnderWay = (): number => queue().underWay();
