import { type Deliver, toMessage } from "./message";

const SECOND = 1_000;

/** Delivers an already composed message. */
type SendRaw = (to: string, message: Buffer) => Promise<void>;

const timeouts = { connectionTimeout: 10 * SECOND, greetingTimeout: 10 * SECOND, socketTimeout: 30 * SECOND };

async function openTransport(url: string) {
  const { default: nodemailer } = await import("nodemailer");
  return nodemailer.createTransport({ url, pool: true, maxConnections: 3, ...timeouts });
}

/** Connects to a mail server and signs in, without sending anything. Throws the server's reply or the network's error. */
export async function verifySmtp(url: string): Promise<void> {
  const { default: nodemailer } = await import("nodemailer");
  const transport = nodemailer.createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
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
