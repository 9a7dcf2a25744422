import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
}

export interface TestSmtpServer {
  url: string;
  mails: ReceivedMail[];
  /** What the next attempts are answered with, one each; accepted when there is none left. */
  refusals: number[];
  attempts: () => number;
  close: () => Promise<void>;
}

/** A real SMTP server on a free loopback port. */
export async function smtpServer(): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const refusals: number[] = [];
  let attempts = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    // The mail client keeps a connection for its next mail; waiting for it would take half a minute.
    closeTimeout: 100,
    async onData(stream, session, done) {
      attempts++;
      const raw = await text(stream);
      const responseCode = refusals.shift();
      if (responseCode) return done(Object.assign(new Error("Refused by the test"), { responseCode }));
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map((recipient) => recipient.address), raw });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusals,
    attempts: () => attempts,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
