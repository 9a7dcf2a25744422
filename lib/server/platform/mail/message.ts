import type { SendMailOptions } from "nodemailer";
import type { Mail } from "./compose";

/** Delivers one mail, or throws. */
export type Deliver = (mail: Mail) => Promise<void>;

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, " ");

/** The mail for nodemailer. An address that could mean several recipients is rejected. */
export function toMessage(mail: Mail, from: string): SendMailOptions {
  if (!/^[^\s<>,;:"()[\]\\@]+@[^\s<>,;:"()[\]\\@]+$/.test(mail.to))
    throw new Error("This is not a single email address.");
  return {
    from,
    to: { name: "", address: mail.to },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
