import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "../env/env";
import { recordWait } from "../lifecycle/call-in-progress";
import { log } from "../log/log";
import { singleton } from "../process/registry";
import type { Mail } from "./compose";
import { createMailQueue, type MailQueue } from "./mail-queue";
import { outboxDelivery } from "./outbox";
import { outboxFolder, readMessage } from "./outbox-folder";
import { smtpDelivery } from "./smtp";
import {
  type BillingNotice,
  billingMail,
  deletedMail,
  emailInUseMail,
  type Invitation,
  inputRequestMail,
  inviteMail,
  knownEmailMail,
  newEmailMail,
  oldEmailMail,
  resetMail,
  type SecurityNotice,
  securityMail,
  verifyMail,
} from "./templates";

/** Whether mails are sent. Without SMTP_URL they are stored in the data folder's outbox. */
export const isMailEnabled = (): boolean => env().SMTP_URL !== undefined;

const smtp = (url: string) => singleton("smtp", () => smtpDelivery(url, env().MAIL_FROM));

const storeInOutbox = (mail: Mail, failure?: string): Promise<void> =>
  outboxDelivery(outboxFolder(), env().MAIL_FROM, failure)(mail);

const queue = (): MailQueue =>
  singleton("mailQueue", () => {
    const { SMTP_URL } = env();
    const deliver = SMTP_URL ? smtp(SMTP_URL) : (mail: Mail) => storeInOutbox(mail);
    return createMailQueue({ deliver, log: log(), ...(SMTP_URL && { keep: storeInOutbox }) });
  });

/** Queues a mail, or stores it in the outbox. Never throws, and does not wait for the mail server. */
async function send(mail: Mail): Promise<void> {
  queue().add(mail);
}

const recipient = (email: string, name: string, token: string) => ({ email, name, token, appUrl: env().APP_URL });

export const sendVerifyMail = (email: string, name: string, token: string): Promise<void> =>
  send(verifyMail(recipient(email, name, token)));

export const sendResetMail = (email: string, name: string, token: string): Promise<void> =>
  send(resetMail(recipient(email, name, token)));

/** Notifies an account's owner that their address was used to register again; the token resets the password. */
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

export const sendEmailInUseMail = (email: string, name: string): Promise<void> =>
  send(emailInUseMail({ email, name, appUrl: env().APP_URL }));

export const sendSecurityMail = (email: string, name: string, words: SecurityNotice): Promise<void> =>
  send(securityMail({ email, name, appUrl: env().APP_URL }, words));

/** Notifies someone that a run waits for their response, without details of the request. */
export const sendInputRequestMail = (email: string, name: string, app: string, path: string): Promise<void> =>
  send(inputRequestMail({ email, name, appUrl: env().APP_URL }, app, path));

export const sendDeletedMail = (email: string, name: string): Promise<void> =>
  send(deletedMail({ email, name, appUrl: env().APP_URL }));

const backgroundWork = () => singleton("mailBeside", () => new Set<Promise<void>>());
const maxDelayMs = 200;

/**
 * Prepares a mail in the background after a random delay, so that the call's timing does not reveal whether there is a
 * recipient.
 */
export function sendInBackground(work: () => Promise<void>): void {
  const running: Promise<void> = sleep(randomInt(maxDelayMs))
    .then(work)
    .catch((error: unknown) => log().error({ err: error }, "email not prepared"))
    .finally(() => backgroundWork().delete(running));
  backgroundWork().add(running);
}

/** Resolves when all mails have been sent or have failed, for a graceful shutdown. */
export async function waitForMails(): Promise<void> {
  while (backgroundWork().size > 0) await Promise.all(backgroundWork());
  await queue().idle();
}

/** Closes the mail server's persistent connections. */
export function closeMails(): void {
  const { SMTP_URL } = env();
  if (SMTP_URL) smtp(SMTP_URL).close();
}

/** Sends a reset mail; throws the mail server's error. */
export async function deliverResetMail(email: string, name: string, token: string): Promise<void> {
  const { SMTP_URL } = env();
  const mail = resetMail(recipient(email, name, token));
  await (SMTP_URL ? smtp(SMTP_URL)(mail) : storeInOutbox(mail));
}

/** Sends an outbox mail unchanged; throws the mail server's error. */
export async function deliverFromOutbox({ id, to }: { id: string; to: string }): Promise<void> {
  const { SMTP_URL } = env();
  if (!SMTP_URL) throw new Error("SMTP_URL isn't set.");
  recordWait();
  await smtp(SMTP_URL).raw(to, await readMessage(id));
}

/** Mails that this process is sending or retrying. */
export const countMailsInFlight = (): number => queue().underWay();
