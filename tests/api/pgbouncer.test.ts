import { describe, expect, it, onTestFinished } from "vitest";
import { callJson, newApp, newPerson, newSession } from "../bench/people";
import { dataFolder } from "../support/data-folders";
import { startInstallation } from "../support/installation";
import { followSession, openSocket } from "../support/live-reader";
import { ownPostgres } from "../support/own-postgres";
import { type PoolMode, startPgbouncer } from "../support/pgbouncer";
import { startProcess } from "../support/processes";

const talks = 40;
const processes = 4;

/** `connections`: of PostgreSQL, at most; those that listen are not PgBouncer's in transaction mode. */
const modes: { mode: PoolMode; poolSize: number; connections: number }[] = [
  { mode: "session", poolSize: processes * 12, connections: processes * 12 },
  { mode: "transaction", poolSize: 6, connections: 6 + processes },
];

describe.each(modes)("behind PgBouncer in $mode mode", ({ mode, poolSize, connections }) => {
  it(`servers and workers with empty disks answer, and use ${connections} connections`, {
    timeout: 90_000,
  }, async () => {
    const all = await startInstallation(async (direct) => {
      const { url, close } = await startPgbouncer(direct, mode, poolSize);
      const variables = { DATABASE_URL: url, ...(mode === "transaction" && { DATABASE_DIRECT_URL: direct }) };
      return { variables, close };
    });
    onTestFinished(() => all.end());
    const ada = await newPerson(all.url);
    const appId = await newApp(ada, "demo-chat:ttft=1,tps=100,words=100");
    const readers = await Promise.all(
      Array.from({ length: talks }, async (_, i) => {
        const socket = await openSocket(all.web[i % 2]?.url ?? "", ada.token);
        onTestFinished(() => void socket.disconnect());
        const sessionId = await newSession(ada, appId);
        return { sessionId, live: await followSession(socket, sessionId) };
      }),
    );
    const start = ({ sessionId }: { sessionId: string }) =>
      callJson(ada, `/${ada.slug}/forms/session/${sessionId}/start`, { message: "Tell me" });
    await Promise.all(readers.map(start));
    expect(new Set(await Promise.all(readers.map(({ live }) => live.ended)))).toEqual(new Set(["completed"]));
    for (const { live } of readers) {
      expect([live.gaps, live.pieces > 3]).toEqual([0, true]);
      expect(live.seqs).toEqual(live.seqs.map((_, i) => i + 1));
    }
    const used =
      "select count(*)::int n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
    const { rows } = await (await all.muster.database()).query<{ n: number }>(used);
    expect(rows[0]?.n).toBeLessThanOrEqual(connections);
    const output = [...all.web, ...all.workers].map((one) => one.output()).join("\n");
    expect(output).not.toMatch(/"level":[456]0/);
  });
});

it("a process that waits behind PgBouncer in transaction mode says what is missing", { timeout: 60_000 }, async () => {
  const postgres = await ownPostgres();
  onTestFinished(() => postgres.stop());
  const { url: DATABASE_URL, close } = await startPgbouncer(await postgres.database(), "transaction", 10);
  onTestFinished(close);
  const workers = ["one", "other"].map((name) =>
    startProcess("lib/scripts/worker.ts", { DATABASE_URL, DATA_DIR: dataFolder(name), APP_SECRET: "s".repeat(40) }),
  );
  onTestFinished(async () => void (await Promise.all(workers.map(({ kill }) => kill("SIGKILL")))));
  const said = () => workers.map(({ output }) => output()).join("\n");
  await expect.poll(said, { timeout: 40_000 }).toContain("transaction mode, set DATABASE_DIRECT_URL");
});
