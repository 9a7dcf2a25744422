import nodemailer from "nodemailer";
import { type Deliver, toMessage } from "./message";

const SECOND = 1_000;

/** Delivers an already composed message. */
type SendRaw = (to: string, message: Buffer) => Promise<void>;

/** Delivery by SMTP_URL over persistent connections. */
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
    await transport.sendMail(toMessage(mail, from));
  };
  const raw: SendRaw = async (to, message) => {
    await transport.sendMail({ envelope: { from, to }, raw: message });
  };
  return Object.assign(deliver, { raw, close: () => transport.close() });
}
