import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "@/lib/scripts/programs";
import { freePort } from "./free-port";
import { untilListening } from "./until-listening";

const guide = "docs/operations.md";

function replace(text: string, old: string, by: string): string {
  if (!text.includes(old)) throw new Error(`The configuration of nginx in ${guide} has no "${old}".`);
  return text.replace(old, by);
}

/** The configuration that the guide recommends, for several servers and without TLS. */
function documentedSite(port: number, servers: readonly number[]): string {
  const [, site = ""] = /^```nginx\n(.*?)^```/ms.exec(readFileSync(guide, "utf8")) ?? [];
  const upstream = servers.map((server) => `server 127.0.0.1:${server};`).join(" ");
  const plain = replace(site, "listen 443 ssl", `listen 127.0.0.1:${port}`);
  return `upstream muster { ${upstream} }\n${replace(plain, "http://127.0.0.1:3000", "http://muster")}`;
}

/** nginx in front of servers on these ports, which take turns: nothing keeps a client on one of them. */
export async function startNginx(servers: readonly number[]): Promise<{ url: string; close(): Promise<void> }> {
  const program = findProgram("nginx");
  if (!program) throw new Error("This test needs nginx (Debian, Ubuntu: sudo apt-get install nginx).");
  const folder = mkdtempSync(join(tmpdir(), "muster-nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const config = [
    process.getuid?.() === 0 ? "user root;" : "",
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;`,
    "events { worker_connections 4096; }",
    "http {",
    "access_log off;",
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    documentedSite(port, servers),
    "}",
  ];
  const file = join(folder, "nginx.conf");
  writeFileSync(file, config.join("\n"));
  const nginx = spawn(program, ["-e", "stderr", "-p", folder, "-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(nginx, "close");
  let output = "";
  nginx.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  await untilListening(port, nginx, () => output);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      nginx.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
