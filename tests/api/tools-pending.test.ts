import { eq, inArray } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { tools } from "@/lib/contract/tools/schemas";
import { startClock } from "@/lib/server/main/clock";
import { auditEntries } from "@/lib/server/platform/db/tables/audit";
import { toolRevisions, tools as toolRows } from "@/lib/server/platform/db/tables/tools";
import { checkPending } from "@/lib/server/resources/tools/check-in-background";
import { functionKind } from "@/lib/server/resources/tools/types/function";
import type { CheckResult } from "@/lib/server/resources/tools/types/kind";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { listed } from "../support/notifications";
import { addTool, doubling, editTool, functionTool, madeTool, ofRevision, ofTool, readTool } from "../support/tools";

ownDatabase();

const standing = async (person: Person, id: string) => {
  const { state, stateMessage } = (await readTool(person, id)).tool;
  return { state, stateMessage };
};

/** Checks of code take until the test says what they find. */
function slowChecks() {
  const signals: AbortSignal[] = [];
  let find: (found: CheckResult | [{ path: string; message: string }]) => void = () => undefined;
  const found = new Promise<CheckResult | [{ path: string; message: string }]>((resolve) => {
    find = resolve;
  });
  const spy = vi.spyOn(functionKind, "check").mockImplementation(async (_db, _team, _definition, signal) => {
    signals.push(signal);
    const left = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    return Promise.race([found, left]);
  });
  onTestFinished(() => spy.mockRestore());
  return { find, signals, end: () => spy.mockRestore() };
}

/** As the process that was checking has left it behind. */
async function leftPending(toolId: string): Promise<void> {
  const { db } = await testDatabase();
  const pending = { state: "pending" as const, stateMessage: "The tool is still being checked." };
  await db.update(toolRevisions).set(pending).where(eq(toolRevisions.toolId, toolId));
  await db.update(toolRows).set(pending).where(eq(toolRows.id, toolId));
}

it("a check that takes long goes on after the answer, with an Idempotency-Key too, and is written once it ends", async () => {
  const ada = await newPerson();
  const request = new AbortController();
  const { find } = slowChecks();
  const to = { token: ada.token, params: { resourceSlug: ada.slug }, signal: request.signal };
  const add = (name: string, headers: Record<string, string> = {}) =>
    expectOk(callAs(tools.add, { ...to, headers, body: functionTool({}, { name }) as never }));
  const added = await Promise.all([add("Doubling"), add("Second", { "idempotency-key": "slow" })]);
  const ids = added.map(({ _id }) => String(_id));
  const states = () => Promise.all(ids.map((id) => standing(ada, id)));
  const pending = { state: "pending", stateMessage: "The tool is still being checked." };
  expect(await states()).toEqual([pending, pending]);
  // As the connection ends with its answer.
  request.abort();
  find([{ path: "code", message: "Line 3: that is no code" }]);
  const failed = { state: "error", stateMessage: "Line 3: that is no code" };
  await expect.poll(states).toEqual([failed, failed]);
  const links = (await listed(ada)).map(({ title, link }) => [title, link]);
  expect(links.sort()).toEqual(ids.sort().map((id) => ["Tool unavailable", `/${ada.slug}/tool/${id}`]));
  const { db } = await testDatabase();
  const entries = await db.select().from(auditEntries).where(inArray(auditEntries.targetId, ids));
  expect(entries.map(({ action }) => action)).toEqual(["tools.add", "tools.add"]);
});

it("what was being checked when the server ended is checked once it runs again: ready or error", async () => {
  const ada = await newPerson();
  const [good, bad] = [await madeTool(ada), await madeTool(ada, functionTool({}, { name: "Second" }))];
  const { db } = await testDatabase();
  const first = (await readTool(ada, bad)).tool.revisionId;
  await leftPending(good);
  await leftPending(bad);
  const spy = vi
    .spyOn(functionKind, "check")
    .mockImplementation(async (_db, _team, { code }) =>
      code === doubling ? { status: { state: "ready" } } : [{ path: "code", message: "Line 1: no" }],
    );
  onTestFinished(() => spy.mockRestore());
  const stop = startClock(db);
  onTestFinished(stop);
  await expect.poll(() => standing(ada, good)).toEqual({ state: "ready", stateMessage: null });
  await expect.poll(() => standing(ada, bad)).toEqual({ state: "ready", stateMessage: null });
  spy.mockResolvedValue([{ path: "code", message: "Line 1: no" }]);
  await leftPending(bad);
  await checkPending(db);
  expect(await standing(ada, bad)).toEqual({ state: "error", stateMessage: "Line 1: no" });
  const [row] = await db.select().from(toolRevisions).where(eq(toolRevisions.id, first));
  expect(row?.state).toBe("error");
});

it("a check of an older revision says nothing about the tool once another one is applied", async () => {
  const ada = await newPerson();
  const id = await madeTool(ada);
  const { find, end } = slowChecks();
  const code = doubling.replace("n * 2", "n * 3");
  await expectOk(editTool(ada, id, { definition: { ...functionTool().definition, code } }));
  expect((await standing(ada, id)).state).toBe("pending");
  end();
  const { revisions } = await readTool(ada, id);
  await expectOk(callAs(tools.applyRevision, ofRevision(ada, String(revisions[1]?._id))));
  find([{ path: "code", message: "Line 1: no" }]);
  const { db } = await testDatabase();
  const stateOf = async () =>
    (
      await db
        .select()
        .from(toolRevisions)
        .where(eq(toolRevisions.id, String(revisions[0]?._id)))
    )[0]?.state;
  await expect.poll(stateOf).toBe("error");
  expect(await standing(ada, id)).toEqual({ state: "ready", stateMessage: null });
  await expectOk(callAs(tools.remove, { ...ofTool(ada, id), body: {} }));
});

it("a save that is refused while its check still goes on leaves nothing behind that nobody hears", async () => {
  const ada = await newPerson();
  await madeTool(ada, functionTool({}, { functionName: "taken" }));
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on("unhandledRejection", hear);
  onTestFinished(() => void process.off("unhandledRejection", hear));
  let fail: (error: Error) => void = () => undefined;
  const failing = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const spy = vi.spyOn(functionKind, "check").mockReturnValue(failing);
  onTestFinished(() => spy.mockRestore());
  expect((await addTool(ada, functionTool({}, { functionName: "taken" }))).status).toBe(409);
  fail(new Error("The thread ended."));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(unheard).toEqual([]);
});
