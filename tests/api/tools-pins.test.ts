import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { agents as agentRows } from "@/lib/server/platform/db/tables/agents";
import { toolRevisions, tools as toolRows } from "@/lib/server/platform/db/tables/tools";
import { newId } from "@/lib/server/platform/ids/ids";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { ownDatabase, testDatabase } from "../support/database";
import { newAgent, newModel } from "../support/tasks";
import { doubling, editTool, functionTool, madeTool, ofRevision, readTool } from "../support/tools";

ownDatabase();

/** A tool of two revisions, of which the newest is applied. */
async function twoRevisions(person: Person) {
  const toolId = await madeTool(person);
  const code = doubling.replace("n * 2", "n * 3");
  await expectOk(editTool(person, toolId, { definition: { ...functionTool().definition, code } }));
  const { revisions } = await readTool(person, toolId);
  return { toolId, applied: String(revisions[0]?._id), older: String(revisions[1]?._id) };
}

const apply = (person: Person, id: string) => callAs(tools.applyRevision, ofRevision(person, id));
const removeRevision = (person: Person, id: string) => callAs(tools.removeRevision, ofRevision(person, id));
const pin = (person: Person, agentId: string, toolId: string, revisionId: string) =>
  callAs(agents.edit, {
    token: person.token,
    params: { resourceSlug: person.slug, agentId },
    body: { toolIds: [toolId], toolRevisions: { [toolId]: revisionId } },
  });

/** Applied revisions, and pins, that are not there. */
async function lost(): Promise<number> {
  const { db } = await testDatabase();
  const there = sql`exists (select from ${toolRevisions} where`;
  const [applied] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(toolRows)
    .where(
      sql`not ${there} ${toolRevisions.id} = ${toolRows.revisionId} and ${toolRevisions.toolId} = ${toolRows.id})`,
    );
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${agentRows}, jsonb_each_text(${agentRows.toolRevisions}) pin (tool, revision) where not ${there} ${toolRevisions.id} = pin.revision and ${toolRevisions.toolId} = pin.tool)`,
  );
  return (applied?.n ?? 0) + (rows[0]?.n ?? 0);
}

it("applying a revision and deleting it at once: it is the applied one or it is gone, never both", async () => {
  const ada = await newPerson();
  for (let i = 0; i < 10; i += 1) {
    const { older } = await twoRevisions(ada);
    const both = [apply(ada, older), removeRevision(ada, older), apply(ada, older), removeRevision(ada, older)];
    const replies = await Promise.all(i % 2 ? both.reverse() : both);
    for (const { status } of replies) expect([200, 404, 409]).toContain(status);
    expect(await lost()).toBe(0);
  }
});

it("a revision that is being deleted is not applied meanwhile", async () => {
  const ada = await newPerson();
  const { toolId, older } = await twoRevisions(ada);
  const { db } = await testDatabase();
  let applying: ReturnType<typeof apply> | undefined;
  await db.transaction(async (tx) => {
    await tx.select().from(toolRows).where(eq(toolRows.id, toolId)).for("update");
    await tx.delete(toolRevisions).where(eq(toolRevisions.id, older));
    applying = apply(ada, older);
    // Longer than looking at the code takes.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  });
  expect((await applying)?.status).toBe(404);
  expect(await lost()).toBe(0);
});

it("pinning a revision and deleting it at once: it is pinned or it is gone, never both", async () => {
  const ada = await newPerson();
  const modelId = await newModel(ada);
  for (let i = 0; i < 10; i += 1) {
    const { toolId, older } = await twoRevisions(ada);
    const agentId = await newAgent(ada, "Writer", modelId);
    const both = [pin(ada, agentId, toolId, older), removeRevision(ada, older)];
    const replies = await Promise.all(i % 2 ? both.reverse() : both);
    expect(replies.map(({ status }) => status).sort()).toSatisfy(
      ([one, other]: number[]) => one === 200 && [400, 409].includes(other ?? 0),
    );
    expect(await lost()).toBe(0);
  }
});

it("a copy of an agent keeps no revision that was deleted while it was made", async () => {
  const ada = await newPerson();
  const modelId = await newModel(ada);
  const { toolId, older } = await twoRevisions(ada);
  const agentId = await newAgent(ada, "Writer", modelId, { toolIds: [toolId], toolRevisions: { [toolId]: older } });
  const to = { token: ada.token, params: { resourceSlug: ada.slug, agentId } };
  const { db } = await testDatabase();
  // The original follows the applied one again, and the revision goes, while the copy waits for its row.
  let copied: ReturnType<typeof callAs> | undefined;
  await db.transaction(async (tx) => {
    await tx.select().from(toolRevisions).where(eq(toolRevisions.id, older)).for("update");
    copied = callAs(agents.duplicate, { ...to });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await tx.update(agentRows).set({ toolRevisions: {} }).where(eq(agentRows.id, agentId));
    await tx.delete(toolRevisions).where(eq(toolRevisions.id, older));
  });
  expect((await copied)?.status).toBe(200);
  expect(await lost()).toBe(0);
});

it("a revision that one of very many agents is pinned to is not deleted", async () => {
  const ada = await newPerson();
  const modelId = await newModel(ada);
  const { toolId, older } = await twoRevisions(ada);
  const words = { teamId: ada.slug, role: "a", goal: "b", backstory: "c", modelId, toolIds: [toolId] };
  const many = Array.from({ length: 600 }, (_, i) => ({ ...words, id: newId("agent"), name: `Agent ${1_000 + i}` }));
  const { db } = await testDatabase();
  await db.insert(agentRows).values(many);
  await newAgent(ada, "Zoe", modelId, { toolIds: [toolId], toolRevisions: { [toolId]: older } });
  const { status, body } = await removeRevision(ada, older);
  expect([status, (body as { usedBy?: { name: string }[] }).usedBy?.map(({ name }) => name)]).toEqual([409, ["Zoe"]]);
  expect(await lost()).toBe(0);
});
