/** Loaded into a server with `--import`: a heartbeat of its event loop, read by a thread that stays free when the loop is not. */
import { isMainThread, Worker } from "node:worker_threads";
import { places, placesCount, portVariable } from "./shared.ts";

/** Between two beats, when the loop is free. */
const stepMs = 5;

function beat(counts: Int32Array): () => void {
  let cpu = process.threadCpuUsage();
  let at = performance.now();
  return () => {
    const used = process.threadCpuUsage(cpu);
    const now = performance.now();
    const spent = Math.min(used.user + used.system, Math.round((now - at) * 1_000));
    if (spent > Atomics.load(counts, places.cpu)) {
      Atomics.store(counts, places.cpu, spent);
      Atomics.store(counts, places.wall, Math.round((now - at) * 1_000));
    }
    Atomics.add(counts, places.ticks, 1);
    cpu = process.threadCpuUsage();
    at = now;
  };
}

function watch(port: string): void {
  // Processes that the server starts are not watched.
  delete process.env.NODE_OPTIONS;
  delete process.env[portVariable];
  const counts = new Int32Array(new SharedArrayBuffer(placesCount * Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL("./watcher.ts", import.meta.url), {
    workerData: { counts, port: Number(port) },
    execArgv: [],
  });
  worker.unref();
  setInterval(beat(counts), stepMs).unref();
}

const port = process.env[portVariable];
if (isMainThread && port) watch(port);
