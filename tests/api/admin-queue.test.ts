import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { admin } from "@/lib/contract/admin/schemas";
import { createWorker } from "@/lib/server/engine/runs/worker";
import { workers } from "@/lib/server/platform/db/tables/runs";
import { runs } from "@/lib/server/platform/db/tables/sessions";
import { rootToken } from "../support/administration";
import { callAs, expectOk } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { furnishTeam } from "../support/matrix/furnished-team";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

describe("the queue", () => {
  const queued = async () => {
    const team = await furnishTeam();
    return { team, token: await rootToken(), params: { runId: team.ids.runId } };
  };
  const statusOf = async (runId: string) => {
    const { db } = await testDatabase();
    return (await db.select().from(runs).where(eq(runs.id, runId)))[0];
  };

  it("is shown by state and team, with its oldest run", async () => {
    const { team, token, params } = await queued();
    const queue = await expectOk(callAs(admin.queue, { token }));
    expect(queue.queued).toBeGreaterThan(0);
    expect(queue.oldestQueued).toMatch(/Z$/);
    expect(queue.teams).toContainEqual(expect.objectContaining({ _id: team.slug, queued: 2, running: 0, waiting: 0 }));
    const { runs: listed } = await expectOk(callAs(admin.runs, { token, query: { teamId: team.slug } }));
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual(
      expect.objectContaining({ _id: params.runId, teamId: team.slug, status: "queued", worker: null }),
    );
    const none = await expectOk(callAs(admin.runs, { token, query: { teamId: team.slug, status: "running" } }));
    expect(none.runs).toEqual([]);
    expect(await callAs(admin.runs, { token, query: { before: "run_none" } })).toMatchObject({ status: 400 });
  });

  it("lets go of a run that is stopped, once", async () => {
    const { token, params } = await queued();
    await expectOk(callAs(admin.cancelRun, { token, params }));
    expect(await statusOf(params.runId)).toMatchObject({ status: "cancelled" });
    expect(await callAs(admin.cancelRun, { token, params })).toMatchObject({
      status: 409,
      body: { error: "This run has ended." },
    });
    expect((await callAs(admin.cancelRun, { token, params: { runId: "run_none" } })).status).toBe(404);
  });

  it("gets a run back from its worker, whose attempt counts", async () => {
    const { token, params } = await queued();
    expect((await callAs(admin.requeueRun, { token, params })).status).toBe(409);
    const { db } = await testDatabase();
    await db
      .update(runs)
      .set({ status: "running", leaseOwner: "worker-hung", leaseUntil: new Date(Date.now() + 10_000), attempt: 1 })
      .where(eq(runs.id, params.runId));
    await expectOk(callAs(admin.requeueRun, { token, params }));
    expect(await statusOf(params.runId)).toMatchObject({ status: "queued", leaseOwner: null, attempt: 1 });
  });

  it("names its workers while they are there", async () => {
    const { db } = await testDatabase();
    const token = await rootToken();
    const named = async (id: string) =>
      ((await expectOk(callAs(admin.queue, { token }))).workers as Record<string, unknown>[]).find(
        ({ _id }) => _id === id,
      );
    const worker = createWorker(db, "worker-shown", { maxRuns: 7, heartbeatMs: 50, pollMs: 60_000 });
    await expect.poll(() => named("worker-shown")).toMatchObject({ alive: true, maxRuns: 7, pid: process.pid });
    const before = Date.parse(String((await named("worker-shown"))?.lastHeartbeat));
    await expect
      .poll(async () => Date.parse(String((await named("worker-shown"))?.lastHeartbeat)))
      .toBeGreaterThan(before);
    await worker.stop();
    expect(await named("worker-shown")).toBeUndefined();
    await db
      .insert(workers)
      .values({ id: "worker-lost", host: "far", pid: 1, maxRuns: 1, lastHeartbeat: new Date(Date.now() - 60_000) });
    expect(await named("worker-lost")).toMatchObject({ alive: false });
  });
});
