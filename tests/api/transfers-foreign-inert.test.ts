import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { agents } from "@/lib/contract/agents/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { tasks } from "@/lib/contract/tasks/schemas";
import { tools } from "@/lib/contract/tools/schemas";
import { callAs, expectOk, newPerson, type Person } from "../support/client";
import { difyApp, difyLlm, difyNode, flowiseEdge, flowiseNode } from "../support/foreign-files";
import { type LoopbackServer, loopbackServer } from "../support/loopback-server";
import { newModel } from "../support/tasks";
import { imported, preview } from "../support/transfers";

const planted = join(tmpdir(), `muster-planted-${process.pid}`);
let site: LoopbackServer;
beforeAll(async () => {
  site = await loopbackServer((_, response) => response.end("{}"));
});
afterAll(async () => {
  await site.close();
  rmSync(planted, { force: true });
});

const javascript = () => `require("fs").writeFileSync("${planted}", "1"); fetch("${site.url}/code");`;
const python = () =>
  `open("${planted}", "w").write("1")\nimport urllib.request\nurllib.request.urlopen("${site.url}/code")`;

/** A file of each system with addresses to request and code to run. */
const sources: [string, () => string][] = [
  [
    "flowise",
    () =>
      JSON.stringify({
        nodes: [
          flowiseNode("start", "startAgentflow", {}),
          flowiseNode("work", "llmAgentflow", {
            llmUserMessage: `<img src="${site.url}/image">Read {{ ${site.url} }}.`,
            llmModel: "chatOpenAI",
            llmModelConfig: { modelName: "gpt-4o", basepath: site.url },
          }),
          flowiseNode("call", "httpAgentflow", { url: site.url, method: "GET" }),
          flowiseNode("code", "customFunctionAgentflow", { customFunctionJavascriptFunction: javascript() }),
        ],
        edges: [flowiseEdge("start", "work"), flowiseEdge("work", "call"), flowiseEdge("call", "code")],
      }),
  ],
  [
    "dify",
    () =>
      difyApp(
        [
          difyNode("start", "start"),
          difyLlm("work", `Read ${site.url}/prompt.`),
          difyNode("call", "http-request", `url: "${site.url}", method: get`),
          difyNode("code", "code", `code_language: python3, code: ${JSON.stringify(python())}`),
        ].join("\n"),
        [
          ["start", "work"],
          ["work", "call"],
          ["call", "code"],
        ],
      ),
  ],
  [
    "crewai",
    () =>
      `from crewai import Agent, Crew, Task\n${python()}\ncook = Agent(role="Cook", goal="Cook", backstory="B", llm="gpt-4o", tools=[Mine("${site.url}")])\nboil = Task(description="Boil.", expected_output="A meal.", agent=cook)\ncrew = Crew(agents=[cook], tasks=[boil])\n`,
  ],
  [
    "langflow",
    () =>
      JSON.stringify({
        name: "L",
        last_tested_version: "1.4.2",
        data: {
          nodes: [
            {
              id: "one",
              data: {
                type: "Agent",
                node: {
                  display_name: "one",
                  template: {
                    code: { value: python() },
                    base_url: { value: site.url },
                    model_name: { value: "gpt-4o" },
                  },
                },
              },
            },
          ],
          edges: [],
        },
      }),
  ],
  [
    "agent-builder",
    () =>
      `import { Agent, hostedMcpTool, Runner, tool } from "@openai/agents";\n${javascript()}\nconst mcp = hostedMcpTool({ serverLabel: "M", serverUrl: "${site.url}/mcp" });\nconst write = tool({ name: "write", execute: async () => { ${javascript()} } });\nconst one = new Agent({ name: "One", instructions: "Work.", model: "gpt-5", tools: [mcp, write] });\nexport const runWorkflow = async () => { await runner.run(one, []); };\n`,
  ],
];

const countResources = async (person: Person): Promise<number> => {
  const sent = { token: person.token, params: { resourceSlug: person.slug } };
  const lists = await Promise.all(
    [apps.list, agents.list, tasks.list, tools.list].map((list) => expectOk(callAs(list, sent))),
  );
  return lists.flatMap((list) => Object.values(list).filter(Array.isArray).flat()).length;
};

it.each(sources)("nothing in a file of %s is run or requested, and a preview writes nothing", async (system, write) => {
  const ada = await newPerson();
  const model = await newModel(ada);
  const before = await countResources(ada);
  const text = write();
  const looked = await preview(ada, { text });
  expect(looked.source.system).toBe(system);
  expect(await countResources(ada)).toBe(before);
  const mapping = Object.fromEntries(
    looked.needs.filter(({ kind }) => kind === "model").map(({ key }) => [key, model]),
  );
  await imported(ada, { text, mapping });
  expect(await countResources(ada)).toBeGreaterThan(before);
  expect(site.connections()).toBe(0);
  expect(existsSync(planted)).toBe(false);
});
