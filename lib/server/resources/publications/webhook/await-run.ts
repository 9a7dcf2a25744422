import type { SessionEvent } from "@/lib/contract/session-events/events";
import type { PublicationCaller } from "../service";
import { followSessionOf } from "../streams";

const openStates = new Set(["queued", "running"]);

interface AwaitedStatus {
  status: string;
  error: string | null;
}

/** How a run ends, or that it waits for a person; undefined when it takes longer than the seconds, or the caller leaves. */
export function awaitRun(
  caller: PublicationCaller,
  { sessionId, runId }: { sessionId: string; runId: string },
  seconds: number,
  signal: AbortSignal,
): Promise<AwaitedStatus | undefined> {
  return new Promise((resolve) => {
    const listen = ({ kind, body }: SessionEvent) => {
      if (kind !== "status" || body.runId !== runId || openStates.has(body.runStatus)) return;
      finish({ status: body.runStatus, error: body.runStatus === "error" ? body.reason : null });
    };
    const stream = followSessionOf(caller, sessionId, 0, listen);
    const stop = () => finish(undefined);
    const timer = setTimeout(stop, seconds * 1_000);
    const finish = (status: AwaitedStatus | undefined) => {
      clearTimeout(timer);
      stream.close();
      resolve(status);
    };
    for (const one of [signal, stream.signal]) one.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });
}
