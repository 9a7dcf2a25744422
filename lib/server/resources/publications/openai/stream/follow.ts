import type { PublicationCaller } from "../../../../access/auth/publication-caller";
import { readEvents } from "../../../../engine/runs/log/events";
import type { Reader } from "../../../../platform/db/client";
import { env } from "../../../../platform/env/env";
import { AppError } from "../../../../platform/errors/errors";
import { followSessionOf } from "../../streams";
import { toModelId } from "../stored/models";
import type { FoundResponse } from "../stored/responses";
import { cutAfter, type Numbered } from "./numbered";
import { ResponseLog } from "./response-log";

const commentEveryMs = 15_000;
/** A slower reader gets an error; it resumes from its last number. */
const maxQueued = 50_000;
const pageSize = 200;

/** Makes the response of its session's events. */
export function openLog(
  caller: PublicationCaller,
  { part, session }: FoundResponse,
  model = toModelId(caller),
): ResponseLog {
  const { teamId } = caller.publication;
  const page = session.sharingConfig.mode === "private" ? "inbox" : `session/${session.id}`;
  const link = `${env().APP_URL}/${teamId}/${page}`;
  const options = session.clientOptions ?? {};
  const base = { part, model, options, isStored: !options.hidden?.includes(part.id) };
  return new ResponseLog(base, { link, hasLiveText: session.appType === "chat" });
}

/** The response as far as it is logged. */
export async function readResponse(db: Reader, caller: PublicationCaller, found: FoundResponse): Promise<ResponseLog> {
  const log = openLog(caller, found);
  const { first, last } = found.part;
  let after = first - 1;
  for (let more = true; more && !log.isEnded; ) {
    const page = await readEvents(db, found.session.id, after, pageSize);
    for (const event of page.events) if (last === null || event.seq <= last) log.push(event);
    after = page.events.at(-1)?.seq ?? after;
    more = page.more && (last === null || after < last);
  }
  return log;
}

/**
 * Yields the events of a response after a number until it ends, those of one turn of the event loop together; none when there
 * was none for a while. Throws when the key no longer allows it, and when the signal aborts.
 */
export async function* followResponse(
  caller: PublicationCaller,
  found: FoundResponse,
  log: ResponseLog,
  signal: AbortSignal,
  after = -1,
): AsyncGenerator<Numbered[]> {
  signal.throwIfAborted();
  const queue: Numbered[] = [];
  let wake: () => void = () => {};
  let quiet = () => {};
  const timer = setTimeout(() => quiet(), commentEveryMs);
  const add = (events: Numbered[]) => {
    for (const event of events) {
      const rest = cutAfter(event, after);
      if (rest && queue.length <= maxQueued) queue.push(rest);
    }
    if (events.length > 0) wake();
  };
  add(log.begin());
  const stream = followSessionOf(caller, found.session.id, found.part.first - 1, (event) => add(log.push(event)));
  const stopped = AbortSignal.any([signal, stream.signal]);
  stopped.addEventListener("abort", () => wake(), { once: true });
  try {
    for (;;) {
      stopped.throwIfAborted();
      if (queue.length > maxQueued) throw new AppError("internal", "The events were read too slowly.");
      if (queue.length > 0) yield queue.splice(0);
      if (queue.length > 0 || stopped.aborted) continue;
      if (log.isEnded) return;
      const isQuiet = await new Promise<boolean>((resolve) => {
        quiet = () => resolve(true);
        wake = () => {
          wake = () => {};
          setImmediate(resolve, false);
        };
        timer.refresh();
      });
      if (isQuiet) yield [];
    }
  } finally {
    clearTimeout(timer);
    stream.close();
  }
}

/** Waits for the end of a response. */
export async function awaitResponse(
  caller: PublicationCaller,
  found: FoundResponse,
  log: ResponseLog,
  signal: AbortSignal,
): Promise<void> {
  for await (const _ of followResponse(caller, found, log, signal));
}
