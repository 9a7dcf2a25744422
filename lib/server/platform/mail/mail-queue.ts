import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Mail } from "./compose";
import type { Deliver } from "./message";

export interface MailQueue {
  /** Returns immediately: a slow or failing mail server does not affect the request or its timing. */
  add: (mail: Mail) => void;
  /** Resolves when no mail is pending, for a graceful shutdown. */
  idle: () => Promise<void>;
  underWay: () => number;
}

interface MailQueueOptions {
  deliver: Deliver;
  log: Pick<Logger, "warn" | "error">;
  /** Stores a mail that failed permanently, with the reason. */
  keep?: (mail: Mail, reason: string) => Promise<void>;
  retryDelaysMs?: readonly number[];
}

const RETRY_DELAYS_MS = [2_000, 15_000, 60_000];
const MAX_IN_FLIGHT = 1_000;

/** Whether the server rejected the mail permanently. */
const isFinal = (error: unknown): boolean =>
  error instanceof Error && "responseCode" in error && Number(error.responseCode) >= 500;

export function createMailQueue({ deliver, log, keep, retryDelaysMs = RETRY_DELAYS_MS }: MailQueueOptions): MailQueue {
  const underWay = new Set<Promise<void>>();

  async function attempt(mail: Mail): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await deliver(mail);
      } catch (err) {
        const delay = retryDelaysMs[tries - 1];
        if (delay === undefined || isFinal(err)) {
          log.error({ err, subject: mail.subject, tries }, "email not sent");
          return keepMail(mail, err instanceof Error ? err.message : String(err));
        }
        log.warn({ err, subject: mail.subject, tries }, "email not sent yet, retrying");
        await sleep(delay, undefined, { ref: false });
      }
    }
  }

  const keepMail = async (mail: Mail, reason: string): Promise<void> =>
    keep?.(mail, reason).catch((err: unknown) => log.error({ err, subject: mail.subject }, "email not stored"));

  return {
    underWay: () => underWay.size,
    add(mail) {
      if (underWay.size >= MAX_IN_FLIGHT) return log.error({ subject: mail.subject }, "email dropped: queue is full");
      const work: Promise<void> = attempt(mail).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
