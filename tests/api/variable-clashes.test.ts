import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { variables as table } from "@/lib/server/platform/db/tables/variables";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newApp } from "../support/sessions";

const at = ({ token, slug }: Person, ids: Record<string, string> = {}) => ({
  token,
  params: { resourceSlug: slug, ...ids } as never,
});

/** A team with a variable, and an agent and an app that list it. */
async function furnished() {
  const ada = await newPerson();
  const added = await expectOk(callAs(variables.add, { ...at(ada), body: { name: "city", defaultValue: "Rome" } }));
  const variableId = String(added._id);
  const appId = await newApp(ada);
  const { app } = await expectOk(callAs(apps.get, at(ada, { appId })));
  const { agentId } = (app as { chatAppConfig: { agentId: string } }).chatAppConfig;
  const { agent } = await expectOk(callAs(agents.get, at(ada, { agentId })));
  const { modelId } = agent as { modelId: string };
  return { ada, variableId, appId, agentId, modelId };
}
type Team = Awaited<ReturnType<typeof furnished>>;

/** Calls while a deletion of the variable is under way, which is committed only then. */
async function duringDeletion({ variableId }: Team, call: () => Promise<{ status: number; body: object }>) {
  const { db } = await testDatabase();
  const coming = await db.transaction(async (tx) => {
    await tx.delete(table).where(eq(table.id, variableId));
    const started = call();
    await wait(300);
    return { started };
  });
  return coming.started;
}

const refused = { status: 400, body: { issues: [{ path: "variableIds.0" }] } };
const words = { name: "Guide", role: "r", goal: "g", backstory: "b" };

describe("a variable that is just deleted", () => {
  it.each<[string, (team: Team) => Promise<{ status: number; body: object }>]>([
    [
      "a new agent",
      ({ ada, modelId, variableId }) =>
        callAs(agents.add, { ...at(ada), body: { ...words, modelId, variableIds: [variableId] } }),
    ],
    [
      "an agent that is edited",
      ({ ada, agentId, variableId }) =>
        callAs(agents.edit, { ...at(ada, { agentId }), body: { variableIds: [variableId] } }),
    ],
    [
      "a new app",
      ({ ada, agentId, variableId }) =>
        callAs(apps.add, {
          ...at(ada),
          body: { name: "Chat", type: "chat", sharingMode: "team", agentId, variableIds: [variableId] },
        }),
    ],
    [
      "an app that is edited",
      ({ ada, appId, variableId }) => callAs(apps.edit, { ...at(ada, { appId }), body: { variableIds: [variableId] } }),
    ],
  ])("is not listed by %s", async (_, call) => {
    const team = await furnished();
    expect(await duringDeletion(team, () => call(team))).toMatchObject(refused);
  });

  it.each(["agent", "app"] as const)("is left out of a copy of an %s", async (kind) => {
    const team = await furnished();
    const { ada, agentId, appId, variableId } = team;
    const body = { variableIds: [variableId] };
    if (kind === "agent") await expectOk(callAs(agents.edit, { ...at(ada, { agentId }), body }));
    else await expectOk(callAs(apps.edit, { ...at(ada, { appId }), body }));
    const copied = await duringDeletion(team, () =>
      kind === "agent" ? callAs(agents.duplicate, at(ada, { agentId })) : callAs(apps.duplicate, at(ada, { appId })),
    );
    expect(copied.status).toBe(200);
    const id = (copied.body as { _id: string })._id;
    const found =
      kind === "agent"
        ? await expectOk(callAs(agents.get, at(ada, { agentId: id })))
        : await expectOk(callAs(apps.get, at(ada, { appId: id })));
    expect(found[kind]).toMatchObject({ variableIds: [] });
  });
});

it("a variable that is just made secret stands in no new prompt", async () => {
  const { ada, variableId, modelId } = await furnished();
  const { db } = await testDatabase();
  const own = eq(table.id, variableId);
  const coming = await db.transaction(async (tx) => {
    await tx.select().from(table).where(own).for("update");
    await tx.update(table).set({ secret: true, defaultValue: "" }).where(own);
    const started = callAs(agents.add, { ...at(ada), body: { ...words, goal: "In {city}", modelId } });
    await wait(300);
    return { started };
  });
  expect(await coming.started).toMatchObject({ status: 400, body: { issues: [{ path: "goal" }] } });
});
