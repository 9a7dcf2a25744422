import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { askReady } from "./ask-ready.ts";

/**
 * For the container image: starts the server on an empty data folder, and fails unless it serves pages, passes the doctor and
 * loads all packages, those included that are first loaded by a setting or a request.
 */
const port = "3999";
const patienceMs = 60_000;
const paths = ["/login", "/register", "/guide", "/reference"];

// The image contains no development versions of packages.
Object.assign(process.env, { NODE_ENV: "production" });
const folder = mkdtempSync(join(tmpdir(), "muster-image-"));
const env = { ...process.env, PORT: port, HOST: "127.0.0.1", DATA_DIR: folder, UPLOADS_DIR: join(folder, "uploads") };

async function waitUntilReady(): Promise<void> {
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(200))
    if ((await askReady("127.0.0.1", port, 5_000).catch(() => undefined))?.status === 200) return;
  throw new Error("The server didn't become ready.");
}

async function checkPages(): Promise<void> {
  for (const path of paths) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
    if (status !== 200) throw new Error(`${path} returned ${status}.`);
  }
}

function checkDoctor(): void {
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "lib/scripts/doctor.ts"], {
    env,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The doctor found a problem.");
}

/** Each package that remains can be loaded. */
async function checkPackages(): Promise<void> {
  const manifest: { dependencies: object } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const name of Object.keys(manifest.dependencies)) if (existsSync(join("node_modules", name))) await import(name);
}

const lazyImport = /(?<!typeof )\bimport\("([^"]+)"\)/g;

/** Modules that the server loads when they are first used, such as the drivers of object storage. */
function checkLazyModules(): void {
  const names = globSync("lib/server/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(lazyImport)].map(([, name = ""]) =>
      name.startsWith(".") ? `./${join(dirname(file), name)}` : name,
    ),
  );
  const code = `for (const name of ${JSON.stringify([...new Set(names)])}) await import(name)`;
  const { status } = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
    // Hundreds of cache files that are written simultaneously can exceed the limit of open files.
    env: { ...env, TSX_DISABLE_CACHE: "1" },
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("A module can't be loaded.");
}

const server = spawn(process.execPath, ["lib/scripts/start.ts"], { env, stdio: "inherit" });
const ended = once(server, "exit");
try {
  await waitUntilReady();
  await checkPages();
  checkDoctor();
  await checkPackages();
  checkLazyModules();
} finally {
  server.kill("SIGTERM");
  await ended;
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}
