import { AppError } from "../../../../platform/errors/errors";

const encoder = new TextEncoder();

interface Source {
  /** Texts to send; stops when the signal aborts. */
  open: (signal: AbortSignal) => AsyncGenerator<string>;
  /** How an error in the middle is sent. */
  toError: (error: AppError) => string;
  /** Called once: with what ended it, or that the reader left. */
  onEnd: (end: { error?: AppError; left: boolean }) => void;
  signal: AbortSignal;
}

const interrupted = () => new AppError("internal", "The stream was interrupted.");

/** Sends texts as text/event-stream. */
export function toEventStream({ open, toError, onEnd, signal }: Source): Response {
  const leaving = new AbortController();
  const left = AbortSignal.any([signal, leaving.signal]);
  const texts = open(left);
  let ended = false;
  const end = (error?: AppError) => {
    if (ended) return;
    ended = true;
    onEnd({ ...(error && { error }), left: left.aborted });
  };
  const leave = () => {
    end();
    // It may be waiting for a reader.
    void texts.return(undefined).catch(() => undefined);
  };
  if (left.aborted) leave();
  else left.addEventListener("abort", leave, { once: true });
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await texts.next();
          if (!done) return controller.enqueue(encoder.encode(value));
          end();
        } catch (error) {
          const shown = error instanceof AppError ? error : interrupted();
          if (!left.aborted) controller.enqueue(encoder.encode(toError(shown)));
          end(shown);
        }
        controller.close();
      },
      cancel: () => leaving.abort(),
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

/** A comment, which keeps the connection open. */
export const comment = ": waiting\n\n";
export const doneText = "data: [DONE]\n\n";
export const toData = (value: unknown, event?: string): string =>
  `${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(value)}\n\n`;
