import nodemailer from "nodemailer";
import { type Deliver, messageOf } from "./message";

const SECOND = 1_000;

/** Delivery through SMTP_URL, over a few connections that are kept. */
export function smtpDelivery(url: string, from: string): Deliver & { close: () => void } {
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
  return Object.assign(deliver, { close: () => transport.close() });
}
