import { log } from "../log/log";

const signals = ["SIGTERM", "SIGINT"] as const;
const maxMs = 8_000;

/**
 * Shuts down gracefully on a signal, once and in bounded time. Runs before Next's own listeners, which would exit before runs
 * are requeued.
 */
export function onShutdown(close: () => Promise<void>): void {
  let ending = false;
  for (const signal of signals) {
    const others = process.listeners(signal);
    process.removeAllListeners(signal);
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      setTimeout(() => process.exit(1), maxMs).unref();
      close()
        .catch((error: unknown) => log().error({ err: error }, "shutdown failed"))
        .finally(() => {
          if (others.length === 0) process.exit(0);
          for (const listener of others) listener.call(process, signal);
          setTimeout(() => process.exit(0), 1_000).unref();
        });
    });
  }
}
