import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tools } from "@/lib/contract/tools/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { ownerOn } from "../support/plans";
import { addTool, editTool, functionTool, madeTool, ofTool, readTool, testTool } from "../support/tools";

let service: LoopbackServer;
let heard: { url: string; authorization: string | undefined }[] = [];
beforeAll(async () => {
  service = await loopbackServer((request, response) => {
    heard.push({ url: String(request.url), authorization: request.headers.authorization });
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ path: request.url, said: request.headers.authorization }));
  });
});
afterAll(() => service.close());

const token = "planted-berth-9021";
const document = (url: string) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Quay", version: "1" },
    servers: [{ url }],
    paths: {
      "/boats": { get: { operationId: "boats", summary: "Lists boats" } },
      "/boats/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { operationId: "boat", summary: "One boat" },
        delete: { operationId: "sink", summary: "Sinks it" },
      },
    },
  });
const quay = (definition: object = {}) => ({
  name: "Quay",
  type: "http",
  definition: {
    source: "openapi",
    document: document(service.url),
    operations: ["boats", "boat"],
    auth: { type: "bearer", token },
    ...definition,
  },
});
const at = ({ token: mine, slug }: Person) => ({ token: mine, params: { resourceSlug: slug } });

describe("HTTP tools", () => {
  it("become one function an operation, and send their credentials to their service alone", async () => {
    const ada = await newPerson();
    const id = await madeTool(ada, quay());
    const { tool, operations } = await readTool(ada, id);
    expect(operations).toMatchObject([
      { operation: "boats", functionName: "quay_boats" },
      { operation: "boat", functionName: "quay_boat" },
    ]);
    expect(JSON.stringify(tool)).not.toContain(token);
    expect(JSON.stringify(tool)).not.toContain("sink");
    heard = [];
    const outcome = await testTool(ada, id, { operation: "boat", args: { id: "7" } });
    expect(outcome).toMatchObject({ ok: true });
    expect(JSON.stringify(outcome)).toContain("[secret]");
    expect(JSON.stringify(outcome)).not.toContain(token);
    expect(heard).toEqual([{ url: "/boats/7", authorization: `Bearer ${token}` }]);
    expect(await testTool(ada, id, { operation: "sink", args: { id: "7" } })).toMatchObject({ ok: false });
  });

  it("keep a masked token, unless the service moves", async () => {
    const ada = await newPerson();
    const id = await madeTool(ada, quay());
    const { definition } = (await readTool(ada, id)).tool;
    await expectOk(editTool(ada, id, { definition: { ...definition, operations: ["boats"] } }));
    heard = [];
    await testTool(ada, id, { args: {} });
    expect(heard).toEqual([{ url: "/boats", authorization: `Bearer ${token}` }]);
    const issues = [{ path: "definition.auth.token" }];
    const elsewhere = [
      { server: "https://evil.example.com" },
      { server: null, document: document("https://evil.example.com") },
    ];
    for (const moved of elsewhere)
      expect(await editTool(ada, id, { definition: { ...definition, ...moved } })).toMatchObject({
        status: 400,
        body: { issues },
      });
  });

  it("with a document that can't be read are refused at the field, and nothing is saved", async () => {
    const ada = await newPerson();
    const cases = [
      [{ document: "{" }, "definition.document"],
      [{ operations: ["none"] }, "definition.operations"],
      [{ document: document("/relative") }, "definition.server"],
    ] as const;
    for (const [wrong, path] of cases)
      expect(await addTool(ada, quay(wrong))).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    expect((await expectOk(callAs(tools.list, at(ada)))).tools).toEqual([]);
    const looked = await expectOk(
      callAs(tools.readDocument, { ...at(ada), body: { document: document(service.url) } }),
    );
    expect(looked.operations).toMatchObject([{ id: "boats" }, { id: "boat" }, { id: "sink" }]);
  });
});

describe("built-in tools", () => {
  it("are called with what they were set up for", async () => {
    const ada = await newPerson();
    const id = await madeTool(ada, {
      name: "Sums",
      type: "builtin",
      definition: { builtin: "calculator", settings: {} },
    });
    expect((await readTool(ada, id)).tool).toMatchObject({ summary: "Calculator", repeatable: true });
    const [operation] = (await readTool(ada, id)).operations as { parameters?: { properties?: object } }[];
    const [argument = ""] = Object.keys(operation?.parameters?.properties ?? {});
    expect(JSON.stringify(await testTool(ada, id, { args: { [argument]: "6 * 7" } }))).toContain("42");
  });
});

describe("plans", () => {
  it.each(["free", "pro"] as const)("%s has no function tools, and all other kinds", async (plan) => {
    const ada = await ownerOn(plan);
    const refused = await callAs(tools.add, { ...at(ada as never), body: functionTool() as never });
    expect(refused).toMatchObject({ status: 403, body: { code: "limit", limit: "functionTools" } });
  });

  it("enterprise has ten of them, also where they are added or duplicated at once", async () => {
    const ada = (await ownerOn("enterprise")) as unknown as Person;
    const first = await madeTool(ada);
    const tries = Array.from({ length: 12 }, (_, i) =>
      i % 2 === 0 ? addTool(ada, functionTool({}, { name: `Tool ${i}` })) : callAs(tools.duplicate, ofTool(ada, first)),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses.filter((status) => status === 200)).toHaveLength(9);
    expect(statuses.filter((status) => status === 403)).toHaveLength(3);
    expect((await callAs(tools.duplicate, ofTool(ada, first))).status).toBe(403);
    expect((await addTool(ada, { name: "Sums", type: "builtin", definition: { builtin: "calculator" } })).status).toBe(
      200,
    );
  });
});
