import { runOutsideCall } from "../lifecycle/call-in-progress";
import { log } from "../log/log";
import { withoutLogContext } from "../log/log-context";
import type { Pipeline } from "./pipeline";
import type { Measurement, SpanRecord } from "./record";

type Item = SpanRecord | Measurement;

/** A recipient of spans and measurements. Adding never waits and never throws. */
export interface Destination {
  add(item: Item): void;
  /** When something was last added, as by `performance.now()`. */
  usedAt(): number;
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface DestinationOptions {
  /** Loads the SDK, on the first use. */
  load: () => Promise<Pipeline>;
  maxWaiting: number;
  /** Counts spans that did not fit while the SDK was loading. */
  onDropped(spans: number): void;
}

const isSpan = (item: Item): item is SpanRecord => "spanId" in item;

export function createDestination({ load, maxWaiting, onDropped }: DestinationOptions): Destination {
  let pipeline: Pipeline | undefined;
  let loading: Promise<void> | undefined;
  let waiting: Item[] = [];
  let usedAt = performance.now();
  const send = (item: Item) => (isSpan(item) ? pipeline?.addSpan(item) : pipeline?.measure(item));
  const begin = async () => {
    try {
      pipeline = await load();
      for (const item of waiting) send(item);
    } catch (error) {
      log().error({ err: error }, "telemetry could not be started");
      onDropped(waiting.filter(isSpan).length);
    }
    waiting = [];
  };
  // Timers of the SDK outlive the call and the run that added the first span.
  const detached = (work: () => void) => runOutsideCall(() => withoutLogContext(work));
  return {
    usedAt: () => usedAt,
    add(item) {
      usedAt = performance.now();
      detached(() => {
        if (pipeline) return void send(item);
        if (waiting.length < maxWaiting) waiting.push(item);
        else if (isSpan(item)) onDropped(1);
        loading ??= begin();
      });
    },
    async flush() {
      await loading;
      await pipeline?.flush();
    },
    async close() {
      await loading;
      await pipeline?.close();
    },
  };
}
