import { setTimeout as sleep } from "node:timers/promises";
import { withBareApp } from "../bare-app";
import { callJson, newPerson } from "../people";
import { removeFolder, startServer, throwAwayFolder } from "../place";
import type { Row } from "../report";
import { median } from "../stats";
import { memoryOf } from "../usage";

const rounds = 3;
const idleMs = 15_000;

/** From the command to the first page, on an empty folder and again; then the memory of a server that has nothing to do. */
export async function start(): Promise<Row[]> {
  const [first, again, idle]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < rounds; i += 1) {
    const dataDir = throwAwayFolder();
    const server = await startServer({ dataDir });
    first.push(server.readyMs);
    await server.stop();
    const second = await startServer({ dataDir });
    again.push(second.readyMs);
    const person = await newPerson(second.url);
    for (const path of ["/login", `/${person.slug}/apps`, `/${person.slug}/sessions`])
      await fetch(`${second.url}${path}`, { headers: { cookie: `muster_session=${person.token}` } });
    await callJson(person, `/${person.slug}/apps.json`);
    await sleep(idleMs);
    idle.push(memoryOf([second.child.pid ?? 0]));
    await second.stop();
    removeFolder(dataDir);
  }
  const bare = await withBareApp({}, async (server) => {
    await sleep(idleMs);
    return { readyMs: server.readyMs, memory: memoryOf([server.child.pid ?? 0]) };
  });
  const baseline = { name: "bare Next application", figure: bare.readyMs };
  return [
    {
      name: "first start",
      figure: median(first),
      unit: "ms",
      baseline,
      bound: { of: "figure", value: 8_000 },
      note: "empty folder: the database is created and migrated",
    },
    { name: "restart", figure: median(again), unit: "ms", baseline, bound: { of: "figure", value: 3_000 } },
    {
      name: "memory after the first pages",
      figure: median(idle),
      unit: "MB",
      baseline: { name: "bare Next application", figure: bare.memory },
      bound: { of: "figure", value: 350 },
      note: `PSS, database included, ${idleMs / 1_000} s after a sign-up and three pages`,
    },
  ];
}
