import { log } from "./log";

const signals = ["SIGTERM", "SIGINT"] as const;
const longestMs = 8_000;

/**
 * Closes in good order when the process is told to end, at most once and in bounded time. Next's own listeners would
 * exit before our runs are given back, so they come after, and do what is left of theirs.
 */
export function closeAtEnd(close: () => Promise<void>): void {
  let ending = false;
  for (const signal of signals) {
    const others = process.listeners(signal);
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      setTimeout(() => process.exit(1), longestMs).unref();
      close()
        .catch((error: unknown) => log().error({ err: error }, "closing failed"))
        .finally(() => {
          if (others.length === 0) process.exit(0);
          for (const listener of others) listener.call(process, signal);
          setTimeout(() => process.exit(0), 1_000).unref();
        });
    });
  }
}
