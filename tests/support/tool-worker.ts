/**
 * A worker process with one tool, `pay`, which notes every call in the file `PAID` and ends it only once the file `GO`
 * exists: so that a test can kill the process between a call and its result. With `APPROVE` each call waits for a person.
 */
import { appendFileSync, existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { registerToolSource } from "@/lib/server/engine/runs/calls/tools";
import { startWork } from "@/lib/server/main/start";
import { onShutdown } from "@/lib/server/platform/lifecycle/on-shutdown";

const { PAID = "", GO = "", APPROVE } = process.env;

registerToolSource("test", async () => [
  {
    name: "pay",
    description: "Pays",
    parameters: { type: "object", properties: {} },
    repeatable: false,
    requireApproval: APPROVE !== undefined,
    execute: async () => {
      appendFileSync(PAID, "paid\n");
      while (!existsSync(GO)) await sleep(20);
      return "paid at last";
    },
  },
]);
onShutdown(await startWork(true));
