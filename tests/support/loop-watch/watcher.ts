/** The thread beside a watched event loop: tells over HTTP how long the loop was busy, and what it was doing. */
import { createServer } from "node:http";
import { type Debugger, type Profiler, Session } from "node:inspector/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { workerData } from "node:worker_threads";
import { hottestPath } from "./hottest-path.ts";
import { places, type Report } from "./shared.ts";

const { counts, port } = workerData as { counts: Int32Array; port: number };
const session = new Session();
session.connectToMainThread();

/** Waits until the loop has had a whole turn. False when it did not within the time. */
async function hasTurned(withinMs: number): Promise<boolean> {
  const until = Atomics.load(counts, places.ticks) + 2;
  for (let waited = 0; waited < withinMs; waited += 2) {
    if (Atomics.load(counts, places.ticks) >= until) return true;
    await sleep(2);
  }
  return false;
}

/** Stops the thread in the midst of its work, for a moment. */
async function whereItIs(): Promise<string> {
  const paused = new Promise<Debugger.CallFrame[]>((resolve) => {
    session.once("Debugger.paused", ({ params }) => resolve(params.callFrames));
  });
  await session.post("Debugger.enable");
  await session.post("Debugger.pause");
  const frames = await Promise.race([paused, sleep(2_000, [])]);
  await session.post("Debugger.disable");
  return frames
    .slice(0, 8)
    .map(({ functionName, url, location }) => `${functionName || "?"} ${url}:${location.lineNumber + 1}`)
    .join(" < ");
}

async function report(withinMs: number): Promise<Report> {
  const turned = await hasTurned(withinMs);
  const [cpuMs, wallMs] = [places.cpu, places.wall].map((place) => Atomics.exchange(counts, place, 0) / 1_000);
  return { cpuMs: cpuMs ?? 0, wallMs: wallMs ?? 0, ...(turned ? {} : { stuckAt: await whereItIs() }) };
}

async function startProfile(): Promise<void> {
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: 1_000 });
  await session.post("Profiler.start");
}

async function endProfile(): Promise<string> {
  const { profile }: { profile: Profiler.Profile } = await session.post("Profiler.stop");
  await session.post("Profiler.disable");
  return hottestPath(profile);
}

const calls: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
  "/report": (query) => report(Number(query.get("withinMs"))),
  "/profile/start": startProfile,
  "/profile/end": endProfile,
};

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const answer = await calls[pathname]?.(searchParams);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer ?? null));
}).listen(port, "127.0.0.1");
