import { env } from "../../env/env";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a browser's Origin is ours: APP_URL's, or if not set, any loopback host on our port. */
export function isOwnOrigin(origin: string | null): boolean {
  if (!origin || !URL.canParse(origin)) return false;
  const url = new URL(origin);
  const { APP_URL, PORT, appUrlIsSet } = env();
  if (appUrlIsSet) return url.origin === new URL(APP_URL).origin;
  return url.protocol === "http:" && loopback.has(url.hostname) && Number(url.port || 80) === PORT;
}
