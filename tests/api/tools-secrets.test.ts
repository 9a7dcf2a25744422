import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { tools } from "@/lib/contract/tools/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { Permission } from "@/lib/permissions/bits";
import { toolRevisions } from "@/lib/server/platform/db/tables/tools";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newMember, tokenOf } from "../support/people";
import { addTool, editTool, functionTool, madeTool, ofRevision, ofTool, readTool, testTool } from "../support/tools";
import { previewReply, toolFile } from "../support/transfers";

const secret = "planted-orchid-4711";
const reads = "export default async (args, { env }) => [...(env.KEY ?? '')].reverse().join('')";
const reversed = [...secret].reverse().join("");
const parameters = { type: "object" };
const own = {
  language: "javascript",
  code: "export default async () => 'done'",
  parameters,
  environmentVariables: { KEY: secret },
};
const masked = { ...own, environmentVariables: { KEY: "••••4711" } };
const changed = { ...masked, code: reads };
const atKey = [{ path: "definition.environmentVariables.KEY" }];
const editors = [Permission.CREATE_TOOL, Permission.EDIT_TOOL];

/** A team's owner, and a member with these bits. */
async function team(bits: number[] = editors) {
  const ada = await newPerson();
  const member = await newMember(ada, { teamBits: bits });
  return { ada, bob: { ...ada, accountId: member.accountId, token: await tokenOf(member) } satisfies Person };
}

/** A tool of before revisions came to name the variables that may be secret in them. Answers its id. */
async function storedBefore(person: Person, environmentVariables: Record<string, string>) {
  const id = await madeTool(person, functionTool({ ...own, environmentVariables }));
  const { db } = await testDatabase();
  await db.update(toolRevisions).set({ confirmedNames: [] }).where(eq(toolRevisions.toolId, id));
  return id;
}

const keyOf = async (person: Person, toolId: string) => (await testTool(person, toolId, { args: {} })).result;
const tryOut = ({ token, slug }: Person, definition: object) =>
  callAs(tools.tryOut, {
    token,
    params: { resourceSlug: slug },
    body: { type: "function", args: {}, definition: { ...definition } } as never,
  });

describe("a tool's stored secrets", () => {
  it("are not read by code that a member changes who may not edit variables", async () => {
    const { ada, bob } = await team();
    const id = await madeTool(ada, functionTool(own));
    const refused = { status: 400, body: { issues: atKey } };
    expect(await editTool(bob, id, { definition: changed })).toMatchObject(refused);
    expect(await editTool(bob, id, { definition: changed, apply: false })).toMatchObject(refused);
    expect(await callAs(tools.test, { ...ofTool(bob, id), body: { args: {}, definition: changed } })).toMatchObject(
      refused,
    );
    const python = { ...masked, language: "python", code: "def main(args, env):\n  return env['KEY'][::-1]" };
    expect(await editTool(bob, id, { definition: python })).toMatchObject(refused);
    expect((await readTool(ada, id)).revisions).toHaveLength(1);
  });

  it("are entered again by that member, or taken out", async () => {
    const { ada, bob } = await team();
    const id = await madeTool(ada, functionTool(own));
    await expectOk(editTool(bob, id, { definition: { ...changed, environmentVariables: { KEY: "tulip" } } }));
    expect(await keyOf(bob, id)).toBe("pilut");
    await expectOk(editTool(bob, id, { definition: { ...changed, environmentVariables: {} } }));
    expect(await keyOf(bob, id)).toBe("");
  });

  it("are not found by guesses of a member who may not edit variables", async () => {
    const { ada, bob } = await team();
    const stored = { KEY: secret, MORE: "planted-tulip-4712" };
    const id = await madeTool(ada, functionTool({ ...own, environmentVariables: stored }));
    const guess = (KEY: string, MORE: string) =>
      editTool(bob, id, { definition: { ...own, environmentVariables: { KEY, MORE } }, apply: false });
    const wrong = await guess("planted-orchid-4712", "••••4712");
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "definition.environmentVariables.MORE" }] } });
    expect((await guess(secret, "••••4712")).body).toEqual(wrong.body);
    for (const count of [2, 3]) {
      await expectOk(guess(secret, stored.MORE));
      expect((await readTool(bob, id)).revisions).toHaveLength(count);
    }
  });

  it("are not said where they hold text in braces, and keep nobody from changing something else", async () => {
    const { ada, bob } = await team();
    const stored = { KEY: '{"user":"svc","pass":"hunter2"}', MORE: "Ab{c3-x}9" };
    const id = await storedBefore(ada, stored);
    const { definition } = (await readTool(bob, id)).tool;
    const changes = { ...definition, timeoutMs: 1_000 };
    await expectOk(editTool(bob, id, { name: "Renamed", definition: changes }));
    await expectOk(callAs(tools.test, { ...ofTool(bob, id), body: { args: {}, definition: changes as never } }));
    await expectOk(addTool(bob, functionTool({ ...own, environmentVariables: { KEY: stored.KEY } })));
  });

  it("stay while something else changes, and for whoever may edit variables", async () => {
    const { ada, bob } = await team();
    const id = await madeTool(ada, functionTool(own));
    await expectOk(editTool(bob, id, { name: "Renamed", definition: { ...masked, timeoutMs: 1_000 } }));
    await expectOk(editTool(ada, id, { definition: changed }));
    expect(await keyOf(ada, id)).toBe(reversed);
  });

  it("stay only where no other value beside them, no host and no parameter changes", async () => {
    const { ada, bob } = await team();
    const environmentVariables = { KEY: secret, BASE_URL: "https://example.com/api" };
    const allowedHosts = ["example.com", "example.org"];
    const id = await madeTool(ada, functionTool({ ...own, environmentVariables, allowedHosts }));
    const { definition } = (await readTool(ada, id)).tool;
    const kept = (definition as { environmentVariables: Record<string, string> }).environmentVariables;
    const changes = [
      { environmentVariables: { ...kept, BASE_URL: "https://example.org/api" } },
      { environmentVariables: { ...kept, MORE: "another" } },
      { environmentVariables: { KEY: kept.KEY } },
      { allowedHosts: ["example.org"] },
      { parameters: { type: "object", minProperties: 1 } },
    ];
    const again = expect.stringContaining("Enter “KEY” again, because your changes could expose it");
    for (const change of changes) {
      const refused = await editTool(bob, id, { definition: { ...definition, ...change } });
      expect(refused).toMatchObject({ status: 400, body: { error: again } });
    }
    expect((await readTool(ada, id)).revisions).toHaveLength(1);
    for (const change of changes)
      await expectOk(editTool(ada, id, { definition: { ...definition, ...change }, apply: false }));
  });

  it("stay in headers of a server while no other header changes, also where its functions are looked up", async () => {
    const { ada, bob } = await team();
    const found = { name: "boats", title: null, description: "", parameters, readOnly: true, destructive: false };
    const definition = {
      url: "http://127.0.0.1:9/mcp",
      headers: { KEY: secret, MORE: "planted-tulip-4712" },
      allowedTools: ["boats"],
      tools: [{ ...found, problems: [] }],
    };
    const id = await madeTool(ada, { name: "Quay", type: "mcp", definition });
    const masks = { KEY: "••••4711", MORE: "••••4712" };
    const headers = { ...masks, "X-To": "elsewhere" };
    const refusedAt = (...names: string[]) => ({ status: 400, body: { issues: names.map((path) => ({ path })) } });
    const added = await editTool(bob, id, { definition: { ...definition, headers } });
    expect(added).toMatchObject(refusedAt("definition.headers.KEY", "definition.headers.MORE"));
    const fewer = await editTool(bob, id, { definition: { ...definition, headers: { KEY: masks.KEY } } });
    expect(fewer).toMatchObject(refusedAt("definition.headers.KEY"));
    const to = { token: bob.token, params: { resourceSlug: bob.slug } };
    const { url } = definition;
    expect(await callAs(tools.discover, { ...to, body: { url, headers, toolId: id } })).toMatchObject(
      refusedAt("headers.KEY", "headers.MORE"),
    );
    await expectOk(editTool(bob, id, { definition: { ...definition, headers: masks, approvalTools: ["boats"] } }));
    await expectOk(editTool(ada, id, { definition: { ...definition, headers } }));
  });

  it("go with the code that they were stored with: to a copy and to an older revision", async () => {
    const { ada, bob } = await team();
    const id = await madeTool(ada, functionTool({ ...own, code: reads }));
    const [first] = (await readTool(ada, id)).revisions;
    await expectOk(editTool(bob, id, { definition: { ...own, environmentVariables: { KEY: "tulip" } } }));
    const old = { definition: { ...masked }, basedOn: first?._id };
    expect(await editTool(bob, id, old)).toMatchObject({ status: 400, body: { issues: atKey } });
    await expectOk(callAs(tools.applyRevision, { ...ofRevision(bob, String(first?._id)), body: {} }));
    expect(await keyOf(bob, id)).toBe(reversed);
    const { _id: copy } = await expectOk(callAs(tools.duplicate, ofTool(bob, id)));
    expect(await editTool(bob, String(copy), { definition: { ...masked } })).toMatchObject({ status: 400 });
  });

  it("do not go where a changed request, credential's place or document sends them", async () => {
    const { ada, bob } = await team();
    const request = { method: "GET", url: "https://example.com/boats" };
    const auth = { type: "apiKey", in: "header", name: "X-Key", value: secret };
    const kept = { ...auth, value: "••••4711" };
    const definition = { source: "request", request, parameters, auth };
    const id = await madeTool(ada, { name: "Boats", type: "http", definition });
    const edit = (person: Person, change: object) =>
      editTool(person, id, { definition: { ...definition, auth: kept, ...change } });
    const atValue = { status: 400, body: { issues: [{ path: "definition.auth.value" }] } };
    expect(await edit(bob, { request: { ...request, url: "https://example.com/echo" } })).toMatchObject(atValue);
    expect(await edit(bob, { auth: { ...kept, in: "query", name: "q" } })).toMatchObject(atValue);
    for (const change of [{ query: { port: "Husum" } }, { headers: { "X-To": "elsewhere" } }])
      expect(await edit(bob, { request: { ...request, ...change } })).toMatchObject(atValue);
    const body = { type: "text", template: "elsewhere" };
    expect(await edit(bob, { request: { ...request, method: "POST", body } })).toMatchObject(atValue);
    await expectOk(edit(bob, { timeoutMs: 2_000 }));
    await expectOk(edit(ada, { request: { ...request, url: "https://example.com/echo" } }));
    expect(await edit(ada, { request: { ...request, url: "https://example.org/echo" } })).toMatchObject(atValue);

    const document = (path: string) =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Quay", version: "1" },
        servers: [{ url: "https://example.com" }],
        paths: { [path]: { get: { operationId: "boats" } } },
      });
    const service = { source: "openapi", document: document("/boats"), operations: ["boats"], auth };
    const toolId = await madeTool(ada, { name: "Quay", type: "http", definition: service });
    const stored = (await readTool(ada, toolId)).tool.definition;
    const moved = { ...stored, document: document("/echo"), auth: kept };
    expect(await editTool(bob, toolId, { definition: moved })).toMatchObject(atValue);
    await expectOk(editTool(bob, toolId, { definition: { ...stored, timeoutMs: 2_000 } }));
  });
});

describe("a secret variable", () => {
  const named = { ...own, code: reads, environmentVariables: { KEY: "{token}" } };
  const add = async ({ token, slug }: Person, name = "token", more: object = { secret: true }) =>
    expectOk(
      callAs(variables.add, {
        token,
        params: { resourceSlug: slug },
        body: { name, defaultValue: secret, ...more },
      }),
    );

  it("is not read by code of a member who may not edit variables", async () => {
    const { ada, bob } = await team();
    await add(ada);
    const refused = { status: 403, body: { permission: Permission.EDIT_VARIABLE, issues: atKey } };
    expect(await tryOut(bob, named)).toMatchObject(refused);
    expect(await addTool(bob, functionTool(named))).toMatchObject(refused);
    const id = await madeTool(bob, functionTool({ ...own, code: reads }));
    expect(await editTool(bob, id, { definition: named })).toMatchObject(refused);
    expect((await tryOut(ada, named)).body).toMatchObject({ ok: true, result: reversed });
  });

  it("stays in code that does not change, and is asked for again in code that does", async () => {
    const { ada, bob } = await team();
    await add(ada);
    const id = await madeTool(ada, functionTool({ ...named, code: own.code }));
    const { definition } = (await readTool(ada, id)).tool;
    await expectOk(editTool(bob, id, { definition: { ...definition, timeoutMs: 1_000 } }));
    expect(await editTool(bob, id, { definition: { ...named, code: own.code } })).toMatchObject({ status: 403 });
    expect(await editTool(bob, id, { definition: { ...definition, code: reads } })).toMatchObject({ status: 400 });
    expect(await editTool(bob, id, { definition: named })).toMatchObject({ status: 403 });
  });

  it("stays at the place where it stood", async () => {
    const { ada, bob } = await team();
    await add(ada);
    const id = await madeTool(
      ada,
      functionTool({ ...named, environmentVariables: { TOKEN: "{token}", KEY: "tulip" } }),
    );
    const moved = { ...named, environmentVariables: { TOKEN: "tulip", KEY: "{token}" } };
    expect(await editTool(bob, id, { definition: moved })).toMatchObject({ status: 403, body: { issues: atKey } });
    await expectOk(editTool(ada, id, { definition: moved }));
    expect(await keyOf(bob, id)).toBe(reversed);
  });

  it("can't be named before it is there, while open variables can", async () => {
    const { ada, bob } = await team();
    expect(await addTool(bob, functionTool(named))).toMatchObject({ status: 403, body: { issues: atKey } });
    await add(ada, "token", {});
    const id = await madeTool(bob, functionTool(named));
    expect(await keyOf(bob, id)).toBe(reversed);
  });
});

describe("an import over a tool", () => {
  const importers = [
    ...editors,
    Permission.CREATE_APP,
    Permission.CREATE_AGENT,
    Permission.CREATE_TASK,
    Permission.CREATE_VARIABLE,
  ];
  const looked = async (person: Person, code: string, key = "null") => {
    const { body } = await expectOk(
      previewReply(person, { text: toolFile(code, key), choices: { "tool:Doubler": "replace" } }),
    ).then((preview) => ({ body: preview }));
    return body.preview as { problems: string[]; todo: { text?: string }[] };
  };

  it("keeps its secrets with its code alone, for whoever may not edit variables", async () => {
    const { ada, bob } = await team(importers);
    await madeTool(ada, functionTool(own));
    expect(JSON.stringify((await looked(bob, own.code)).todo)).not.toContain("KEY");
    expect(JSON.stringify((await looked(bob, reads)).todo)).toContain("KEY");
    expect(JSON.stringify((await looked(ada, reads)).todo)).not.toContain("KEY");
    expect((await looked(bob, reads, '"{token}"')).problems).toContainEqual(expect.stringContaining("{token}"));
  });

  it("says nothing of what its secrets have in braces, and keeps the names of variables that a file shows", async () => {
    const { ada, bob } = await team(importers);
    const id = await storedBefore(ada, { KEY: "Ab{hunter2-x}9" });
    const hidden = await looked(bob, own.code);
    expect(JSON.stringify(hidden.todo)).not.toContain("KEY");
    expect(JSON.stringify(hidden)).not.toContain("hunter2");
    const body = { name: "token", defaultValue: secret, secret: true };
    const { token, slug } = ada;
    await expectOk(callAs(variables.add, { token, params: { resourceSlug: slug }, body }));
    const named = { ...own, environmentVariables: { KEY: "{token}" } };
    await expectOk(editTool(ada, id, { definition: named }));
    const about = (problems: string[]) => problems.filter((problem) => problem.includes("{token}"));
    expect(about((await looked(bob, own.code, '"{token}"')).problems)).toEqual([]);
    expect(about((await looked(bob, reads, '"{token}"')).problems)).toHaveLength(1);
    expect(about((await looked(bob, own.code, '"Bearer {token}"')).problems)).toHaveLength(1);
  });
});
