import { formatBytes } from "@/lib/utils/text/bytes";
import { createJsonCounter } from "./json-counter";
import { OutboundError, toOutboundError } from "./outbound-error";

export const tooLarge = (target: string, maxBytes: number): OutboundError =>
  new OutboundError("too_large", `The response from ${target} exceeds the limit of ${formatBytes(maxBytes)}.`);

const tooMany = (target: string, max: number): OutboundError =>
  new OutboundError(
    "too_large",
    `The response from ${target} exceeds the limit of ${max.toLocaleString("en")} values.`,
  );

export interface BodyLimits {
  maxBytes: number;
  maxJsonEntries?: number | undefined;
  maxJsonParts?: number | undefined;
}

/** The common interface of undici's and the platform's streams. */
interface ByteSource {
  getReader(): {
    read(): Promise<{ done: boolean; value?: Uint8Array }>;
    cancel(reason?: unknown): Promise<void>;
  };
}

/**
 * Counts a body after decompression. Pull-based, so that at most one chunk is buffered; cancelling aborts the request. An abort
 * by the caller is passed on.
 */
export function limitBody(
  body: ByteSource,
  limits: BodyLimits & { target: string; signal: AbortSignal | undefined },
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const { target, maxBytes, maxJsonEntries = Number.POSITIVE_INFINITY, maxJsonParts = maxJsonEntries } = limits;
  const count = limits.maxJsonEntries === undefined ? undefined : createJsonCounter();
  let bytes = 0;
  function findViolation(piece: Uint8Array): OutboundError | undefined {
    bytes += piece.byteLength;
    if (bytes > maxBytes) return tooLarge(target, maxBytes);
    const counted = count?.(piece);
    if (!counted) return undefined;
    if (counted.entries > maxJsonEntries) return tooMany(target, maxJsonEntries);
    return counted.parts > maxJsonParts ? tooMany(target, maxJsonParts) : undefined;
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let refusal: OutboundError | undefined;
        try {
          const { done, value } = await reader.read();
          if (done || !value) return controller.close();
          refusal = findViolation(value);
          if (!refusal) return controller.enqueue(value);
        } catch (error) {
          if (limits.signal?.aborted) throw error;
          throw toOutboundError(error, target, "cut");
        }
        await reader.cancel(refusal);
        throw refusal;
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
