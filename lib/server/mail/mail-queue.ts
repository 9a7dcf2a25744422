import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Mail } from "./compose";
import type { Deliver } from "./message";

export interface MailQueue {
  /** Returns at once: neither a slow nor a failing mail server reaches the request, nor its time. */
  add: (mail: Mail) => void;
  /** Resolves when nothing is under way, for a clean stop. */
  idle: () => Promise<void>;
  underWay: () => number;
}

export interface MailQueueOptions {
  deliver: Deliver;
  log: Pick<Logger, "warn" | "error">;
  /** Takes a mail that was given up, with the reason. */
  keep?: (mail: Mail, reason: string) => Promise<void>;
  /** Before each further attempt. */
  retryDelaysMs?: readonly number[];
}

const RETRY_DELAYS_MS = [2_000, 15_000, 60_000];
const MAX_UNDER_WAY = 1_000;

/** The server said no for good, as opposed to not now. */
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
          log.error({ err, subject: mail.subject, tries }, "mail not sent");
          return keepMail(mail, err instanceof Error ? err.message : String(err));
        }
        log.warn({ err, subject: mail.subject, tries }, "mail failed, trying again");
        await sleep(delay, undefined, { ref: false });
      }
    }
  }

  const keepMail = async (mail: Mail, reason: string): Promise<void> =>
    keep?.(mail, reason).catch((err: unknown) => log.error({ err, subject: mail.subject }, "mail not kept"));

  return {
    underWay: () => underWay.size,
    add(mail) {
      if (underWay.size >= MAX_UNDER_WAY) return log.error({ subject: mail.subject }, "mail dropped, too many wait");
      const work: Promise<void> = attempt(mail).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
