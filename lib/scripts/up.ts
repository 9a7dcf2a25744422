import { get } from "node:http";
import { createRequire } from "node:module";
import { build, nextBin } from "./build.ts";
import { isFresh } from "./build-stamp.ts";

/** Builds where needed, then becomes the production server: no process in between holds memory or swallows signals. */
const host = process.env.HOST || "127.0.0.1";
const port = process.env.PORT || "3000";

if (!isFresh()) {
  console.info("Building Muster. This takes a minute the first time and after a change.");
  const code = build();
  if (code !== 0) process.exit(code);
}

/** The port answers before the database is open; a page does so only after. */
function announceWhenReady(): void {
  const request = get(
    { host: host === "0.0.0.0" ? "127.0.0.1" : host, port, path: "/login", agent: false },
    (answer) => {
      answer.resume();
      console.info(`Muster is ready: ${process.env.APP_URL || `http://localhost:${port}`}`);
    },
  );
  request.once("error", () => setTimeout(announceWhenReady, 100).unref());
}

process.env.NEXT_TELEMETRY_DISABLED ??= "1";
process.argv.splice(1, process.argv.length, nextBin, "start", "-H", host, "-p", port);
setTimeout(announceWhenReady, 300).unref();
createRequire(import.meta.url)(nextBin);
