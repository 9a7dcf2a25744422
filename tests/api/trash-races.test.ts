import { eq, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { tools as toolsTable } from "@/lib/server/platform/db/tables/tools";
import { trash, trashReferences, trashRows } from "@/lib/server/platform/db/tables/trash";
import { variables } from "@/lib/server/platform/db/tables/variables";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newAgent, newModel, newVariable } from "../support/tasks";
import { madeTool } from "../support/tools";
import { deleted, type Kind, listedTrash, removeItem, tryDelete, tryRestore } from "../support/trash";
import { unlimited } from "../support/unlimited";

unlimited();

const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status);
const editAgent = ({ token, slug }: Person, agentId: string, body: object) =>
  callAs(agents.edit, { token, params: { resourceSlug: slug, agentId }, body: { ...body } });
const readAgent = async ({ token, slug }: Person, agentId: string) =>
  (
    (await expectOk(callAs(agents.get, { token, params: { resourceSlug: slug, agentId } }))) as {
      agent: { toolIds: string[]; variableIds: string[]; role: string };
    }
  ).agent;

it("restores an item once, however many ask", async () => {
  const ada = await newPerson();
  const id = await newVariable(ada, "city", "Paris");
  const item = await deleted(ada, "variable", id);
  const replies = await Promise.all(Array.from({ length: 10 }, () => tryRestore(ada, item)));
  expect(statuses(replies).filter((status) => status === 200)).toHaveLength(1);
  expect(statuses(replies).every((status) => [200, 404, 409].includes(status))).toBe(true);
  expect(await (await testDatabase()).db.$count(variables, eq(variables.id, id))).toBe(1);
});

it("either restores an item or deletes it permanently", async () => {
  const ada = await newPerson();
  for (let round = 0; round < 5; round += 1) {
    const id = await newVariable(ada, `city_${round}`);
    const item = await deleted(ada, "variable", id);
    const [restore, remove] = await Promise.all([tryRestore(ada, item), removeItem(ada, item)]);
    expect([restore.status, remove.status].toSorted()).toEqual([200, 404]);
    const left = await (await testDatabase()).db.$count(variables, eq(variables.id, id));
    expect(left).toBe(restore.status === 200 ? 1 : 0);
  }
});

it("loses and doubles nothing in 50 deletions, restores and edits at the same time", { timeout: 120_000 }, async () => {
  const ada = await newPerson();
  const modelId = await newModel(ada);
  const toolIds = [await madeTool(ada), await madeTool(ada), await madeTool(ada)];
  const variableIds = [await newVariable(ada, "one"), await newVariable(ada, "two", "planted-4711", { secret: true })];
  const agentIds: string[] = [];
  for (const name of ["A", "B", "C"]) agentIds.push(await newAgent(ada, name, modelId, { toolIds, variableIds }));
  const things: [Kind, string][] = [
    ...toolIds.map((id): [Kind, string] => ["tool", id]),
    ...variableIds.map((id): [Kind, string] => ["variable", id]),
    ...agentIds.map((id): [Kind, string] => ["agent", id]),
  ];
  let edits = 0;
  const restoreAny = async (offset: number) => {
    const items = await listedTrash(ada);
    const item = items[offset % Math.max(1, items.length)];
    return item ? tryRestore(ada, item._id) : { status: 404 };
  };
  const actions = Array.from({ length: 50 }, (_, i) => async () => {
    const [kind, id] = things[(i * 7) % things.length] ?? ["tool", ""];
    if (i % 3 === 0) return tryDelete(ada, kind, id);
    if (i % 3 === 1) return restoreAny(i);
    edits += 1;
    return editAgent(ada, agentIds[i % agentIds.length] ?? "", { role: `a guide ${edits}` });
  });
  const replies = await Promise.all(actions.map((run) => run()));
  expect(statuses(replies).filter((status) => ![200, 404, 409].includes(status))).toEqual([]);

  const { db } = await testDatabase();
  for (const item of await listedTrash(ada)) await expectOk(tryRestore(ada, item._id));
  expect(await listedTrash(ada)).toEqual([]);
  for (const id of agentIds) {
    const agent = await readAgent(ada, id);
    expect(agent.toolIds.toSorted()).toEqual(toolIds.toSorted());
    expect(agent.variableIds.toSorted()).toEqual(variableIds.toSorted());
  }
  expect(await db.$count(toolsTable, eq(toolsTable.teamId, ada.slug))).toBe(toolIds.length);
  expect(await db.$count(variables, eq(variables.teamId, ada.slug))).toBe(variableIds.length);
  for (const table of [trashRows, trashReferences])
    expect(
      await db.$count(
        table,
        sql`${table.trashId} in (select ${trash.id} from ${trash} where ${trash.teamId} = ${ada.slug})`,
      ),
    ).toBe(0);
});
