import { type Deliver, toMessage } from "./message";

const SECOND = 1_000;

/** Delivers an already composed message. */
type SendRaw = (to: string, message: Buffer) => Promise<void>;

async function openTransport(url: string) {
  const { default: nodemailer } = await import("nodemailer");
  return nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 30 * SECOND,
  });
}

/** Delivery by SMTP_URL over persistent connections. The package is loaded for the first mail. */
export function smtpDelivery(url: string, from: string): Deliver & { raw: SendRaw; close: () => void } {
  let opened: ReturnType<typeof openTransport> | undefined;
  const open = () => {
    opened ??= openTransport(url);
    return opened;
  };
  const deliver: Deliver = async (mail) => {
    await (await open()).sendMail(toMessage(mail, from));
  };
  const raw: SendRaw = async (to, message) => {
    await (await open()).sendMail({ envelope: { from, to }, raw: message });
  };
  return Object.assign(deliver, { raw, close: () => void opened?.then((transport) => transport.close()) });
}
