/** A server that is busy with Python without an end; a test kills it. */
import { run, runLines } from "./sandbox-run";

await run("python", "def main(args, env): return 1");
void runLines("while True: pass", { timeoutMs: 30_000 });
console.info("busy");
