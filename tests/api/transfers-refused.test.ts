import { describe, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { variables } from "@/lib/contract/variables/schemas";
import { Permission } from "@/lib/permissions/bits";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { testDatabase } from "../support/database";
import { newKey } from "../support/keys";
import { joined } from "../support/members";
import { ownerOn } from "../support/plans";
import { newModel } from "../support/tasks";
import { exported, exportReply, imported, importReply, preview, previewReply, sentencesOf } from "../support/transfers";

const to = ({ token, slug }: Pick<Person, "token" | "slug">) => ({ token, params: { resourceSlug: slug } });

/** A process with a function tool, as somebody writes it by hand. */
const file = (more = "", code = "export default () => 1") => `muster: 1
kind: app
app: { name: Process, type: process, tasks: [Write] }
agents: [{ name: Writer, role: a writer, goal: Write, backstory: None., model: M, tools: [One] }]
tasks: [{ name: Write, description: Do it., expectedOutput: A text., agent: Writer }]
tools:
  - name: One
    type: function
    definition:
      language: javascript
      code: "${code}"
models: [{ name: M, provider: demo, model: "demo-chat:ttft=1,tps=2000" }]
${more}`;

const chat = (more: string) => `muster: 1\nkind: app\napp: { name: A, type: chat }\n${more}`;

/** How many of each the team has. */
async function counts(person: Pick<Person, "token" | "slug">): Promise<number[]> {
  const lists = [apps.list, agents.list, tools.list, variables.list] as const;
  const pages = await Promise.all(lists.map((list) => expectOk(callAs(list as typeof apps.list, to(person)))));
  return pages.map((page) => Object.values(page).find(Array.isArray)?.length ?? -1);
}

describe("a file that can't be believed", () => {
  const bomb = `${chat("")}a: &a [x, x, x, x, x, x, x, x, x]\n${[..."bcdefghi"].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[i]}`).join(", ")}]`).join("\n")}`;
  const cases: [string, string, RegExp][] = [
    ["is no YAML", "muster: [", /^Line 1: Invalid indentation\.$/],
    ["is something else", "openapi: 3.1.0", /^This isn't an exported app\. Choose a file from Muster, Flowise/],
    ["is of a later version", "muster: 2\nkind: app", /supports file version 1\. The file has version 2\.$/],
    ["holds a bomb of aliases", bomb, /aliases/],
    ["is nested deeply", chat(`agents: ${"[".repeat(5_000)}${"]".repeat(5_000)}`), /nested/],
    ["has tags", chat("agents: !!js/function 'function () {}'"), /^Line 4: Tags such as !!js aren't allowed\.$/],
    ["says a thing twice", chat("agents: []\nagents: []"), /^Line \d+: This key is used more than once\.$/],
    ["names a prototype", chat("tools: [{ __proto__: { a: 1 } }]"), /^Line 4: It has a key that isn't allowed\.$/],
    [
      "has what can't be stored",
      chat('tools: ["\\0"]'),
      /^Line 4: The text contains a character that can't be stored\.$/,
    ],
    ["has a second document", `${chat("")}---\nmuster: 1`, /single document/],
    ["has what is not known", chat("secrets: []"), /^Line 4, secrets: This field isn't recognized\.$/],
    [
      "has what is not known inside",
      chat('agents: [{ name: A, role: a, goal: b, backstory: c, "a b": 1, temper: 2 }]'),
      /^Line 4, agents\[0\]\.temper: This field isn't recognized\.$/,
    ],
    [
      "has what a tool's definition does not know",
      file().replace("language: javascript", "language: javascript\n      timeout: 5"),
      /^Line 11, tools\[0\]\.definition\.timeout: This field isn't recognized\.$/,
    ],
    ["has the wrong kind of value", chat("agents: 5"), /^Line 4, agents: Enter a list\.$/],
    [
      "names what it has not",
      file().replace("agent: Writer", "agent: Nobody"),
      /^Line 5, tasks\[0\]\.agent: The file has no agent with this name\.$/,
    ],
    [
      "has tasks in a circle",
      file().replace("agent: Writer }", "agent: Writer, context: [Write] }"),
      /tasks\[0\]\.context: This task depends on itself\.$/,
    ],
    ["has a name twice", chat("variables: [{ name: v }, { name: v }]"), /variables\[1\]: Another item has this name/],
    [
      "has a bad definition",
      file().replace("javascript", "cobol"),
      /^Line 10, tools\[0\]\.definition\.language: Choose JavaScript or Python\.$/,
    ],
    [
      "has a form with nothing to choose",
      file().replace("agent: Writer }", "agent: Writer, formFields: [{ name: a, label: A, type: select }] }"),
      /^Line 5, tasks\[0\]\.formFields\[0\]\.options: Enter at least one option\.$/,
    ],
    [
      "has two fields of one name in a form",
      file().replace(
        "agent: Writer }",
        "agent: Writer, formFields: [{ name: a, label: A, type: string }, { name: a, label: B, type: string }] }",
      ),
      /^Line 5, tasks\[0\]\.formFields\[1\]\.name: Another field has this name\.$/,
    ],
    [
      "has tasks out of order",
      file().replace("tasks: [Write] }", "tasks: [] }"),
      /^Line 3, app: A process needs at least one task\.$/,
    ],
  ];
  it.each(cases)("%s: is refused with a sentence and its place", async (_title, text, sentence) => {
    const ada = await newPerson();
    const started = performance.now();
    const reply = await previewReply(ada, { text });
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(reply.status, JSON.stringify(reply.body)).toBe(400);
    expect(sentencesOf(reply)).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
    expect((await importReply(ada, { text, fingerprint: "x" })).status).toBe(400);
    expect(await counts(ada)).toEqual([0, 0, 0, 0]);
  });

  it("is too long", async () => {
    const ada = await newPerson();
    const reply = await previewReply(ada, { text: chat(`# ${"x".repeat(2_000_000)}`) });
    expect(reply.status).toBe(400);
    expect((await previewReply(ada, { text: "x".repeat(11_000_000) })).status).toBe(413);
  });

  it("has code or parameters that can't be used", async () => {
    const ada = await newPerson();
    await newModel(ada);
    const text = file("", "export default (");
    const looked = await preview(ada, { text });
    expect(looked.problems).toEqual([expect.stringMatching(/^tools\[0\]\.definition\.code: Line 1: /)]);
    const reply = await importReply(ada, { text, fingerprint: looked.fingerprint });
    expect(reply.status).toBe(400);
    expect(await counts(ada)).toEqual([0, 0, 0, 0]);
  });
});

describe("an import", () => {
  it("of what has changed since it was looked at is refused with a new preview", async () => {
    const ada = await newPerson();
    await newModel(ada);
    const text = file();
    await imported(ada, { text });
    const choices = { "agent:Writer": "replace" };
    const changed = text.replace("goal: Write", "goal: Write well");
    const { fingerprint } = await preview(ada, { text: changed, choices });
    const other = await importReply(ada, { text: changed.replace("well", "better"), choices, fingerprint });
    expect(other.status).toBe(409);
    const [agent] = (await expectOk(callAs(agents.list, to(ada)))).agents as { _id: string }[];
    const params = { resourceSlug: ada.slug, agentId: String(agent?._id) };
    await expectOk(callAs(agents.edit, { token: ada.token, params, body: { goal: "Rest" } }));
    const reply = await importReply(ada, { text: changed, choices, fingerprint });
    expect(reply.status).toBe(409);
    expect(sentencesOf(reply)[0]).toMatch(/changed since you previewed/);
    const anew = (reply.body as unknown as { preview: { fingerprint: string } }).preview;
    expect(anew.fingerprint).not.toBe(fingerprint);
    expect(await counts(ada)).toEqual([1, 1, 1, 0]);
    await expectOk(importReply(ada, { text: changed, choices, fingerprint: anew.fingerprint }));
    const now = await expectOk(callAs(agents.get, { token: ada.token, params }));
    expect(now.agent).toMatchObject({ goal: "Write well" });
  });

  it("that fails at its end has written nothing", async () => {
    const ada = await newPerson();
    await newModel(ada);
    const { pool } = await testDatabase();
    const name = `t${ada.slug.replace(/\W/g, "")}`;
    await pool.query(
      `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create trigger ${name} before insert on apps for each row when (new.team_id = '${ada.slug}') execute function ${name}()`,
    );
    const { team } = (await pool.query(`select id as team from teams where id = '${ada.slug}'`)).rows[0] ?? {};
    expect(team).toBe(ada.slug);
    const text = file("variables: [{ name: v }]");
    const { fingerprint } = await preview(ada, { text });
    expect((await importReply(ada, { text, fingerprint })).status).toBe(500);
    expect(await counts(ada)).toEqual([0, 0, 0, 0]);
    await pool.query(`drop trigger ${name} on apps; drop function ${name}()`);
    await expectOk(importReply(ada, { text, fingerprint }));
    expect(await counts(ada)).toEqual([1, 1, 1, 1]);
  });

  it("needs the permission for each part that it writes", async () => {
    const ada = await newPerson();
    await newModel(ada);
    const key = await newKey(ada, {
      permissions: [Permission.CREATE_APP, Permission.CREATE_AGENT, Permission.CREATE_TASK],
    });
    const held = { ...ada, token: key.secret };
    const text = file("variables: [{ name: v }]");
    const looked = await preview(held, { text });
    expect(looked.problems).toEqual(['Missing permission "Create Tool": you can\'t create the tool “One”.']);
    expect(looked.needs.find(({ kind }) => kind === "variable")?.chosen).toBe("none");
    const reply = await importReply(held, { text, fingerprint: looked.fingerprint });
    expect(reply.status).toBe(403);
    expect(await counts(ada)).toEqual([0, 0, 0, 0]);
    const none = await newKey(ada, { permissions: [Permission.CREATE_AGENT] });
    expect((await previewReply({ ...ada, token: none.secret }, { text })).status).toBe(403);
    await imported(held, { text, choices: { "tool:One": "leave" } });
    expect(await counts(ada)).toEqual([1, 1, 0, 0]);
    const replaced = await preview(held, {
      text: text.replace("goal: Write", "goal: Rest"),
      choices: { "agent:Writer": "replace", "tool:One": "leave" },
    });
    expect(replaced.problems).toEqual(['Missing permission "Edit Agent": you can\'t edit the agent “Writer”.']);
  });

  it("keeps to what the plan allows, and says so before", async () => {
    const ada = await ownerOn("teams");
    const free = await ownerOn("free");
    const text = file();
    for (const owner of [ada, free]) await newModel(owner as unknown as Person);
    expect((await preview(ada as unknown as Person, { text })).problems).toEqual([]);
    const looked = await preview(free as unknown as Person, { text });
    expect(looked.problems).toEqual([expect.stringMatching(/plan doesn't include function tools\.$/)]);
    const reply = await importReply(free as unknown as Person, { text, fingerprint: looked.fingerprint });
    expect(reply).toMatchObject({ status: 403, body: { code: "limit" } });
    expect(await counts(free)).toEqual([0, 0, 0, 0]);
  });

  it("takes no id of another team, and shows nothing of it", async () => {
    const [ada, bob] = [await newPerson(), await newPerson("Bob")];
    const modelId = await newModel(ada);
    await newModel(bob);
    const reply = await previewReply(bob, { text: file(), mapping: { "model:M": modelId } });
    expect(reply.status).toBe(400);
    expect(sentencesOf(reply)[0]).toMatch(/doesn't exist or is no longer available/);
    await imported(ada, { text: file() });
    const looked = await preview(bob, { text: file() });
    expect(looked.parts.every(({ status, before }) => status === "new" && before === null)).toBe(true);
  });

  it("neither exports nor compares an app that is somebody else's alone", async () => {
    const ada = await newPerson();
    await newModel(ada);
    const { _id } = await imported(ada, { text: file() });
    const bob = await joined(ada, "Team Member");
    expect((await exportReply(bob, _id)).status).toBe(200);
    const params = { resourceSlug: ada.slug, appId: _id };
    await expectOk(callAs(apps.edit, { token: ada.token, params, body: { sharingMode: "private" } }));
    const text = await exported(ada, _id);
    expect((await exportReply(bob, _id)).status).toBe(404);
    const own = (await preview(ada, { text })).parts.find(({ kind }) => kind === "app");
    expect(own).toMatchObject({ status: "same", _id });
    const looked = await preview(bob, { text });
    expect(looked.parts.find(({ kind }) => kind === "app")).toMatchObject({ status: "new", before: null, _id: null });
  });
});
