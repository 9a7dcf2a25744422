import type { ReaderEvent, SessionEvent } from "@/lib/contract/session-events/events";
import { createChecker } from "@/lib/permissions/checker";
import { findCallerMembership } from "../../access/auth/membership";
import { authenticate, readCredential } from "../../access/auth/principal";
import { findShownName, findVisitorExpiry, type Visitor } from "../../access/auth/visitor";
import { countStreams, registerStream } from "../../access/broadcast/open-streams";
import { accountRoom, personRoom, tokenRoom } from "../../access/broadcast/rooms";
import type { PlainDb, TeamCallContext } from "../../access/calls/implement";
import type { VisitContext } from "../../access/calls/implement-shared";
import { toVisitorEvent } from "../../engine/runs/log/visitor-events";
import { followAsWatcher } from "../../engine/runs/log/watchers";
import { isTransient } from "../../platform/db/connection/is-transient";
import { env } from "../../platform/env/env";
import { AppError } from "../../platform/errors/errors";
import { onExpiry } from "./on-expiry";
import { requireConnection, requireVisitorConnection } from "./open-connections";
import { getSession } from "./service";
import { getSessionVisitor, listVisitorRooms } from "./visitors";

const commentEveryMs = 15_000;
const maxQueued = 5_000;

type Watcher = TeamCallContext & PlainDb;

/** A subscriber to a session's events. */
interface Subscriber {
  /** The watching account; null for visitors. */
  watcher: string | null;
  sessionId: string;
  after: number;
  /** Rooms whose disconnect ends the stream. */
  rooms: string[];
  signal: AbortSignal;
  /** Converts an event for this reader; null when hidden. */
  shown(event: SessionEvent): ReaderEvent | null;
  /** Checked initially, after each disconnect request, and periodically. A failure counts as false. */
  stillAllowed(): Promise<boolean>;
  /** When the stream ends automatically. */
  expires: Date | null;
}

/** The session's events as text/event-stream. Sends a comment immediately and every 15 s; ends when access is lost. */
export function createEventStream(ctx: Watcher, sessionId: string, after: number): Response {
  const { accountId, principal, teamId, signal } = ctx;
  if (countStreams(teamId) >= env().TEAM_MAX_STREAMS)
    throw new AppError("rate_limited", "Too many event streams are open for this team.", { retryAfter: 30 });
  requireConnection(accountId);
  return createStream({
    watcher: accountId,
    sessionId,
    after,
    signal,
    shown: (event) => event,
    rooms: [accountRoom(accountId), personRoom(accountId), tokenRoom(principal.tokenId), teamId],
    stillAllowed: () => isStillAllowed(ctx, sessionId),
    expires: principal.expires,
  });
}

/** A session's events for a visitor of its link. */
export function createVisitorStream(ctx: VisitContext, visitor: Visitor, sessionId: string, after: number): Response {
  const name = findShownName(visitor);
  requireVisitorConnection(visitor);
  const token = readCredential(ctx.request)?.token ?? "";
  return createStream({
    watcher: null,
    sessionId,
    after,
    signal: ctx.signal,
    shown: (event) => toVisitorEvent(event, name),
    rooms: listVisitorRooms(visitor),
    stillAllowed: async () => Boolean(await getSessionVisitor(token, sessionId)),
    expires: findVisitorExpiry(visitor),
  });
}

function createStream({
  watcher,
  sessionId,
  after,
  rooms,
  signal,
  shown,
  stillAllowed,
  expires,
}: Subscriber): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let ended = false;
        const write = (text: string) => {
          if (ended) return;
          // A slow reader is disconnected; it resumes from its cursor.
          if ((controller.desiredSize ?? 0) < -maxQueued) return end();
          controller.enqueue(encoder.encode(text));
        };
        const send = (event: SessionEvent) => {
          const seen = shown(event);
          if (seen) write(`${seen.seq === null ? "" : `id: ${seen.seq}\n`}data: ${JSON.stringify(seen)}\n\n`);
        };
        const unfollow = followAsWatcher(watcher, sessionId, after, send);
        const end = () => {
          if (ended) return;
          stop();
          controller.close();
        };
        // While the database is unavailable, access can be neither checked nor revoked.
        const check = () =>
          void stillAllowed().then(
            (allowed) => allowed || end(),
            (error: unknown) => isTransient(error) || end(),
          );
        const timer = setInterval(() => {
          write(": still here\n\n");
          check();
        }, commentEveryMs);
        const keep = onExpiry(expires, end);
        const forget = registerStream({ rooms, sessionId, send, end, check });
        stop = () => {
          ended = true;
          clearInterval(timer);
          keep();
          unfollow();
          forget();
        };
        signal.addEventListener("abort", () => stop(), { once: true });
        write(": connected\n\n");
        check();
      },
      cancel: () => stop(),
    },
    { highWaterMark: 1 },
  );
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  };
  return new Response(body, { headers });
}

async function isStillAllowed({ db, request, ...viewer }: Watcher, sessionId: string): Promise<boolean> {
  const principal = await authenticate(db, request);
  const member = principal && (await findCallerMembership(db, principal, viewer.teamId));
  if (!member?.row) return false;
  await getSession(db, { ...viewer, permissions: createChecker(member.bits) }, sessionId);
  return true;
}
