import { adminMailSchema } from "@/lib/contract/admin/schemas";
import { pickFields } from "@/lib/contract/base/fields";
import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { AppError, notFound } from "../../platform/errors/errors";
import { deliverFromOutbox, isMailEnabled } from "../../platform/mail/mails";
import { listMails, maskTokens, type OutboxMail, readMail, removeMail } from "../../platform/mail/outbox-folder";

const toMailView = (mail: OutboxMail) => pickFields(adminMailSchema, { ...mail, _id: mail.id });

export async function listMailPage(query: { before?: string | undefined; limit: number }) {
  const { mails, ...page } = await listMails(query);
  return { mails: mails.map(toMailView), smtp: isMailEnabled(), ...page };
}

/** Throws 404 for a mail that is not in the outbox. */
async function getMail(id: string): Promise<OutboxMail> {
  const mail = await readMail(id);
  if (!mail) throw notFound("This email");
  return mail;
}

/** Masks the token: the link gives access only to its recipient. */
export async function viewMail(id: string) {
  const mail = await getMail(id);
  return { mail: { ...toMailView(mail), text: maskTokens(mail.text) } };
}

/** A sent mail is deleted from the outbox. */
export async function resendMail(id: string): Promise<void> {
  const mail = await getMail(id);
  if (!isMailEnabled())
    throw new AppError(
      "conflict",
      "No mail server is configured. Set SMTP_URL and restart the server, then send the email.",
    );
  try {
    await deliverFromOutbox(mail);
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, 200);
    throw new AppError("conflict", `The mail server rejected the email: ${trimEndMatching(reason, /[.\s]/)}.`, {
      cause: error,
    });
  }
  await removeMail(id);
}

export async function deleteMail(id: string): Promise<void> {
  await getMail(id);
  await removeMail(id);
}
