import { setImmediate as nextTurn } from "node:timers/promises";

const yieldAfterMs = 10;

interface Pacing {
  /** The most that is passed on at a time. */
  pieceBytes: number;
  /** Gets each piece and returns what is passed on, if anything is left. When it throws, the body is canceled. */
  take: (piece: Uint8Array) => Uint8Array;
  onEnd?: () => void;
  onError?: (error: unknown) => void;
}

/**
 * The body of an untrusted server in pieces, with turns of the event loop in between: for client libraries, which parse each
 * piece synchronously. Without generators, which take several turns of the microtask queue for every piece.
 */
export function paceBody(
  body: ReadableStream<Uint8Array>,
  { pieceBytes, take, onEnd, onError }: Pacing,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let turnBegan = performance.now();
  let rest: Uint8Array = new Uint8Array();
  /** Undefined at the end. */
  const next = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      if (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        rest = value;
      }
      if (performance.now() - turnBegan > yieldAfterMs) {
        await nextTurn();
        turnBegan = performance.now();
      }
      const piece = take(rest.subarray(0, pieceBytes));
      rest = rest.subarray(pieceBytes);
      if (piece.length > 0) return piece;
    }
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const piece = await next();
          if (piece) return controller.enqueue(piece);
          controller.close();
          onEnd?.();
        } catch (error) {
          onError?.(error);
          await reader.cancel(error).catch(() => undefined);
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
