import { formatBytes } from "@/lib/utils/bytes";
import { connectionError, OutboundError } from "./outbound-error";

export const tooLarge = (target: string, maxBytes: number): OutboundError =>
  new OutboundError("too_large", `${target} sent more than the ${formatBytes(maxBytes)} that are accepted here.`);

/** What undici's and the platform's streams have in common. */
interface ByteSource {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/**
 * Passes a body on and counts it after decompression. It is pulled, never pushed, so that at most one chunk is held;
 * cancelling it ends the request. An abort by the caller is passed on as it is.
 */
export function limitedBody(
  body: ByteSource,
  limits: { target: string; maxBytes: number; signal: AbortSignal | undefined },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done || !value) return controller.close();
          bytes += value.byteLength;
          if (bytes <= limits.maxBytes) return controller.enqueue(value);
        } catch (error) {
          if (limits.signal?.aborted) throw error;
          throw connectionError(error, limits.target, "cut");
        }
        const error = tooLarge(limits.target, limits.maxBytes);
        await reader.cancel(error);
        throw error;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
