import { describe, expect, it } from "vitest";
import { apps } from "@/lib/contract/apps";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { newAgent, newModel, newProcess, newTask, newVariable } from "../support/tasks";
import { functionTool, madeTool } from "../support/tools";
import { exported, imported, preview, undated } from "../support/transfers";

const to = ({ token, slug }: Person) => ({ token, params: { resourceSlug: slug } });

const newChat = async (person: Person, agentId: string, more: object = {}) =>
  String(
    (
      await expectOk(
        callAs(apps.add, {
          ...to(person),
          body: { name: "Support", type: "chat", sharingMode: "team", agentId, ...more },
        }),
      )
    )._id,
  );

const secret = "s3cret-value-of-a-key";

/** A process with something of everything. */
async function furnished(person: Person): Promise<string> {
  const modelId = await newModel(person);
  const customer = await newVariable(person, "customer");
  const toolId = await madeTool(
    person,
    functionTool({
      environmentVariables: { API_KEY: secret, PLAIN: "{customer}" },
      code: "export default async () => {\n  return 1;\n};\n",
    }),
  );
  const writer = await newAgent(person, "Writer", modelId, { toolIds: [toolId], goal: "Help {customer}" });
  const reader = await newAgent(person, "Reader", modelId, { variableIds: [customer] });
  const first = await newTask(person, "Read", {
    ...{ agentId: reader, requiresHumanInput: true, outputVariableId: customer },
    formFields: [{ name: "who", label: "Who", type: "string", variableId: customer, required: true }],
    structuredOutput: { type: "object", properties: { zebra: { type: "string" }, a: { type: "number" } } },
  });
  const second = await newTask(person, "Write", { agentId: writer, toolIds: [toolId], contextTaskIds: [first] });
  return newProcess(person, [first, second], { variableIds: [customer], tags: ["a"] });
}

describe("an app's file", () => {
  it("goes to another team and comes back as it was", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    await newModel(bob);
    const text = await exported(ada, await furnished(ada));
    const { _id } = await imported(bob, { text });
    expect(undated(await exported(bob, _id))).toBe(undated(text));
  });

  it("changes nothing where all of it is there", async () => {
    const ada = await newPerson();
    const text = await exported(ada, await furnished(ada));
    const { changes, parts } = await preview(ada, { text });
    expect(parts.map(({ status, action }) => `${status} ${action}`)).toEqual(Array(6).fill("same use"));
    expect(changes).toBe(false);
  });

  it("of a chat", async () => {
    const ada = await newPerson();
    const text = await exported(ada, await newChat(ada, await newAgent(ada, "Guide", await newModel(ada))));
    expect(text).toContain("muster: 1");
  });
});
