import type { SessionEvent } from "@/lib/contract/sessions";
import { createChecker } from "@/lib/permissions/checker";
import { membershipFor } from "../auth/membership";
import { authenticate, presented } from "../auth/principal";
import { type Visitor, visitorExpires } from "../auth/visitor";
import { isTransient } from "../db/is-transient";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import type { VisitContext } from "../http/implement-shared";
import { visitorEvent } from "../runs/visitor-events";
import { sessionOf } from "../sessions/service";
import { requireConnection, requireVisitorConnection } from "./open-connections";
import { holdStream, streamsOf } from "./open-streams";
import { accountRoom, personRoom, tokenRoom } from "./rooms";
import { visitorIn, visitorRooms } from "./visitors";
import { followFor } from "./watchers";
import { whenOver } from "./when-over";

const commentEveryMs = 15_000;
const behindMost = 5_000;
const streamsMost = 2_000;

/** What one reader of a session follows it by. */
interface Reader {
  /** Who counts as watching it: no visitor. */
  watcher: string | null;
  sessionId: string;
  after: number;
  /** Rooms whose cut ends the stream. */
  rooms: string[];
  signal: AbortSignal;
  /** The event as this reader gets it; null for one that is not theirs. */
  shown(event: SessionEvent): SessionEvent | null;
  /** Asked as soon as a cut reaches it, as one that came before has missed it, and again and again; a failure counts as no. */
  stillAllowed(): Promise<boolean>;
  /** When it ends by itself. */
  expires: Date | null;
}

/** The session's events as text/event-stream. A comment goes out at once and every 15 s; ends when access is lost. */
export function eventStream(ctx: TeamCallContext, sessionId: string, after: number): Response {
  const { accountId, principal, teamId, signal } = ctx;
  if (streamsOf(teamId) >= streamsMost)
    throw new AppError("rate_limited", "Too many event streams are open for this team.", { retryAfter: 30 });
  requireConnection(accountId);
  return streamFor({
    ...{ watcher: accountId, sessionId, after, signal, shown: (event) => event },
    rooms: [accountRoom(accountId), personRoom(accountId), tokenRoom(principal.tokenId), teamId],
    stillAllowed: () => stillAllowed(ctx, sessionId),
    expires: principal.expires,
  });
}

/** A session's events as a visitor of its link gets them. */
export function visitorStream(ctx: VisitContext, visitor: Visitor, sessionId: string, after: number): Response {
  const { app } = visitor;
  requireVisitorConnection(visitor);
  const token = presented(ctx.request)?.token ?? "";
  return streamFor({
    ...{ watcher: null, sessionId, after, signal: ctx.signal, shown: (event) => visitorEvent(event, app.name) },
    rooms: visitorRooms(visitor),
    stillAllowed: async () => Boolean(await visitorIn(token, sessionId)),
    expires: visitorExpires(visitor),
  });
}

function streamFor({ watcher, sessionId, after, rooms, signal, shown, stillAllowed, expires }: Reader): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let ended = false;
        const write = (text: string) => {
          if (ended) return;
          // A reader that does not read is cut; it comes back from its cursor.
          if ((controller.desiredSize ?? 0) < -behindMost) return end();
          controller.enqueue(encoder.encode(text));
        };
        const send = (event: SessionEvent) => {
          const seen = shown(event);
          if (seen) write(`${seen.seq === null ? "" : `id: ${seen.seq}\n`}data: ${JSON.stringify(seen)}\n\n`);
        };
        const unfollow = followFor(watcher, sessionId, after, send);
        const end = () => {
          if (ended) return;
          stop();
          controller.close();
        };
        // While the database is away nobody's rights can be asked for, and none can have been taken.
        const check = () =>
          void stillAllowed().then(
            (allowed) => allowed || end(),
            (error: unknown) => isTransient(error) || end(),
          );
        const timer = setInterval(() => {
          write(": still here\n\n");
          check();
        }, commentEveryMs);
        const keep = whenOver(expires, end);
        const forget = holdStream({ rooms, sessionId, send, end, check });
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

async function stillAllowed({ db, request, ...viewer }: TeamCallContext, sessionId: string): Promise<boolean> {
  const principal = await authenticate(db, request);
  const member = principal && (await membershipFor(db, principal, viewer.teamId));
  if (!member?.row) return false;
  await sessionOf(db, { ...viewer, permissions: createChecker(member.bits) }, sessionId);
  return true;
}
