import { membershipOf } from "../auth/membership";
import { authenticate } from "../auth/principal";
import type { TeamCallContext } from "../http/implement";
import { follow } from "../runs/hub";

const commentEveryMs = 15_000;
const behindMost = 5_000;

/** The session's events as text/event-stream. A comment goes out at once and every 15 s; ends when access is lost. */
export function eventStream(ctx: TeamCallContext, sessionId: string, after: number): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const write = (text: string) => {
          // A reader that does not read is cut; it comes back from its cursor.
          if ((controller.desiredSize ?? 0) < -behindMost) return end();
          controller.enqueue(encoder.encode(text));
        };
        const unfollow = follow(sessionId, after, (event) =>
          write(`${event.seq === null ? "" : `id: ${event.seq}\n`}data: ${JSON.stringify(event)}\n\n`),
        );
        const timer = setInterval(() => {
          write(": still here\n\n");
          void stillAllowed(ctx).then((allowed) => allowed || end(), end);
        }, commentEveryMs);
        let ended = false;
        const end = () => {
          if (ended) return;
          ended = true;
          stop();
          controller.close();
        };
        stop = () => {
          ended = true;
          clearInterval(timer);
          unfollow();
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

async function stillAllowed({ db, request, teamId }: TeamCallContext): Promise<boolean> {
  const principal = await authenticate(db, request);
  const member = principal && (await membershipOf(db, principal.account, teamId));
  return Boolean(member?.row);
}
