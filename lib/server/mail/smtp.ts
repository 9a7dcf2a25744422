import nodemailer from "nodemailer";
import { type Deliver, messageOf } from "./message";

const SECOND = 1_000;

/** Hands over a whole message that was composed before. */
type SendRaw = (to: string, message: Buffer) => Promise<void>;

/** Delivery through SMTP_URL, over a few connections that are kept. */
export function smtpDelivery(url: string, from: string): Deliver & { raw: SendRaw; close: () => void } {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  });
  const deliver: Deliver = async (mail) => {
    await transport.sendMail(messageOf(mail, from));
  };
  const raw: SendRaw = async (to, message) => {
    await transport.sendMail({ envelope: { from, to }, raw: message });
  };
  return Object.assign(deliver, { raw, close: () => transport.close() });
}
