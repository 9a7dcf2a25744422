import type { SessionEvent } from "@/lib/contract/sessions";
import { membershipFor } from "../auth/membership";
import { authenticate } from "../auth/principal";
import { AppError } from "../http/errors";
import type { TeamCallContext } from "../http/implement";
import { follow } from "../runs/hub";
import { sessionOf } from "../sessions/service";
import { holdStream, streamsOf } from "./open-streams";
import { accountRoom, personRoom, tokenRoom } from "./rooms";

const commentEveryMs = 15_000;
const behindMost = 5_000;
const streamsMost = 2_000;

/** The session's events as text/event-stream. A comment goes out at once and every 15 s; ends when access is lost. */
export function eventStream(ctx: TeamCallContext, sessionId: string, after: number): Response {
  if (streamsOf(ctx.teamId) >= streamsMost)
    throw new AppError("rate_limited", "Too many event streams are open for this team.", { retryAfter: 30 });
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
        const send = (event: SessionEvent) =>
          write(`${event.seq === null ? "" : `id: ${event.seq}\n`}data: ${JSON.stringify(event)}\n\n`);
        const unfollow = follow(sessionId, after, send);
        const end = () => {
          if (ended) return;
          stop();
          controller.close();
        };
        const timer = setInterval(() => {
          write(": still here\n\n");
          void stillAllowed(ctx, sessionId).then((allowed) => allowed || end(), end);
        }, commentEveryMs);
        const { accountId, principal, teamId } = ctx;
        const forget = holdStream({
          rooms: [accountRoom(accountId), personRoom(accountId), tokenRoom(principal.tokenId), teamId],
          ...{ sessionId, send, end },
        });
        stop = () => {
          ended = true;
          clearInterval(timer);
          unfollow();
          forget();
        };
        ctx.signal.addEventListener("abort", () => stop(), { once: true });
        write(": connected\n\n");
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

async function stillAllowed({ db, request, teamId, ...ctx }: TeamCallContext, sessionId: string): Promise<boolean> {
  const principal = await authenticate(db, request);
  const member = principal && (await membershipFor(db, principal, teamId));
  if (!member?.row) return false;
  await sessionOf(db, { teamId, accountId: ctx.accountId, permissions: ctx.permissions }, sessionId);
  return true;
}
