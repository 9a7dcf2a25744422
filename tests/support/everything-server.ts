import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { freePort } from "./free-port";

const entry = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js");

/** The reference server of MCP with all of its features, over streamable HTTP. */
export async function everythingServer(): Promise<{ url: string; log: () => string; close: () => Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [entry, "streamableHttp"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let log = "";
  await new Promise<void>((resolve, reject) => {
    const look = (part: Buffer) => {
      log += part.toString();
      if (log.includes("listening on port")) resolve();
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    ended.then(() => reject(new Error(`The MCP server ended:\n${log}`)), reject);
  });
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    log: () => log,
    close: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
