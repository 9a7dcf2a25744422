import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { type TransferFile, transferFile } from "@/lib/contract/transfers/file";
import type { ReportEntry } from "@/lib/contract/transfers/schemas";
import type { ExportedFile } from "@/lib/server/api/import-export/export-to/shared/exported";

/** Ends strings and comments of JSON, Markdown, Python and TypeScript, if they are not escaped. */
export const hostile = [
  'x" */ } ); process.exit(41); /* \\" `\u0024{process.exit(42)}` ',
  "\nprocess.exit(43);\rprocess.exit(44);\u2028process.exit(45);\u2029process.exit(46);\u0085process.exit(47);",
  '\n"""\nimport os\nos._exit(48)\n"""\n\'\'\'\n\\\n',
  "<script>process.exit(49)</script> --> ]]> {constructor} {__proto__} {topic} \ud800",
].join("");
/** The same in one line, with which a name can begin. */
export const hostileLine = hostile.replace(/\s+/g, " ").toWellFormed().slice(0, 90);

const code = "export default async ({ n }, { env }) => ({ doubled: n * 2, key: env.KEY });\n";
const python = "from __future__ import annotations\n\ndef main(args, env):\n    return args['n'] * 2\n";
const number = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };

/** An app with something of everything that a file can have. */
export const wholeApp = (): TransferFile =>
  transferFile.parse({
    muster: 1,
    kind: "app",
    app: {
      name: "Harbor news",
      type: "process",
      description: "Writes the news.",
      tags: ["news"],
      variables: ["topic"],
      schedule: { every: "day", at: "09:00" },
      tasks: ["Gather", "Check", "Write"],
      after: [[], [], [1, 2]],
    },
    agents: [
      {
        name: "Reporter",
        role: "A reporter",
        goal: "Report on {topic}",
        backstory: "Knows {place}.",
        model: "GPT",
        functionModel: "Claude",
        tools: ["Doubler", "Page", "Ferry", "Guarded ferry"],
        allowDelegation: true,
        maxIterations: 9,
      },
      {
        name: "reporter",
        role: "An editor",
        goal: "Edit",
        backstory: "None.",
        model: "Llama",
        tools: ["Notes", "Tripler"],
      },
    ],
    tasks: [
      {
        name: "Gather",
        description: "Gather.",
        expectedOutput: "Notes.",
        agent: "Reporter",
        requiresHumanInput: true,
        formFields: [{ name: "port", label: "Which port?", type: "string", required: true }],
        asks: { minutes: 5 },
      },
      {
        name: "Check",
        description: "Check.",
        expectedOutput: "Facts.",
        agent: "reporter",
        structuredOutput: { type: "object", properties: { ok: { type: "boolean" } } },
        outputVariable: "topic",
        displayOnlyFinalOutput: true,
      },
      {
        name: "Write",
        description: "Write.\nTwice.",
        expectedOutput: "News.",
        agent: "Reporter",
        tools: ["Clock"],
        context: ["Gather"],
        requiresHumanInput: true,
        storeTaskOutput: true,
        taskOutputFileName: "news.md",
      },
    ],
    tools: [
      {
        name: "Doubler",
        functionName: "doubler",
        type: "function",
        description: "Doubles.",
        requireApproval: true,
        definition: { language: "javascript", code, parameters: number, environmentVariables: { KEY: null } },
      },
      {
        name: "Tripler",
        type: "function",
        description: "Doubles.",
        definition: { language: "python", code: python, parameters: number, environmentVariables: { PLACE: null } },
      },
      { name: "Page", type: "builtin", definition: { builtin: "webPage" } },
      { name: "Clock", type: "builtin", definition: { builtin: "dateTime", settings: { timeZone: "Europe/Berlin" } } },
      { name: "Notes", type: "rag", definition: { datasource: "Archive" } },
      {
        name: "Ferry",
        type: "mcp",
        definition: {
          url: "https://ferry.example.com/mcp",
          headers: { "x-key": null },
          allowedTools: ["sail", "sink"],
          approvalTools: ["sink"],
        },
      },
      {
        name: "Guarded ferry",
        type: "mcp",
        requireApproval: true,
        definition: { url: "https://guarded.example.com/mcp" },
      },
      {
        name: "Quay",
        type: "http",
        definition: {
          source: "request",
          request: { method: "GET", url: "https://quay.example.com/boats" },
          auth: { type: "bearer", token: null },
        },
      },
    ],
    models: [
      { name: "GPT", provider: "open_ai", model: "gpt-4o" },
      { name: "Claude", provider: "anthropic", model: "claude-sonnet" },
      { name: "Llama", provider: "ollama", model: "llama3" },
    ],
    datasources: [{ name: "Archive" }],
    variables: [
      { name: "topic", description: "What about" },
      { name: "port-key", secret: true },
    ],
    people: [{ name: "Ada" }],
  });

/** The same shape, led by a manager. */
export const ledApp = (): TransferFile => {
  const { app, ...file } = wholeApp();
  const { tasks } = app as Extract<TransferFile["app"], { type: "process" }>;
  return transferFile.parse({
    ...file,
    app: { name: "Led", type: "process", tasks, process: "hierarchical", manager: "GPT", agents: ["Reporter"] },
  });
};

/** The same, in which a person decides whether its last task runs. */
export const decidedApp = (defaultName = "Hold"): TransferFile => {
  const { app, ...file } = wholeApp();
  const cases = [{ id: "yes", name: "Print", tasks: ["Write"] }];
  const review = { id: "branch_1", name: "Review", by: "person", instructions: "Print on {topic}?", cases };
  const branches = [{ ...review, defaultName, after: ["Check"], asks: { minutes: 5 } }];
  return transferFile.parse({ ...file, app: { ...app, branches } });
};

/** An app whose names, prompts, code and schemas are hostile. */
export const hostileApp = (): TransferFile => {
  const names = ["../../etc/passwd", "CON", `${hostileLine}`, "await", "名前"];
  const schema = JSON.parse(
    `{ "type": "object", "properties": { "__proto__": { "type": "string" }, ${JSON.stringify(hostileLine)}: { "description": ${JSON.stringify(hostile)} } } }`,
  );
  return transferFile.parse({
    muster: 1,
    kind: "app",
    app: {
      name: hostileLine,
      type: "process",
      description: hostile.toWellFormed().slice(0, 900),
      tasks: names,
      variables: ["constructor"],
      branches: [
        {
          id: "branch_1",
          name: "await",
          by: "person",
          instructions: hostile,
          cases: [{ id: "a", name: hostileLine, tasks: [names[3]] }],
          defaultName: "`\u0024{1}`",
          after: names.slice(0, 3),
        },
      ],
    },
    agents: names.map((name) => ({ name, role: hostile, goal: hostile, backstory: hostile, model: "M", tools: names })),
    tasks: names.map((name, i) => ({
      name,
      description: hostile,
      expectedOutput: hostile,
      agent: name,
      context: names.slice(0, i),
      formFields: i === 2 ? [{ name: "a`b", label: hostileLine, type: "string" }] : [],
      structuredOutput: i === 1 ? schema : null,
      storeTaskOutput: true,
      taskOutputFileName: `..${i};$(x)&.sh`,
    })),
    tools: names.map((name, i) => ({
      name,
      type: "function",
      description: hostile.toWellFormed().slice(0, 900),
      definition: {
        language: i % 2 === 0 ? "javascript" : "python",
        code: i === 0 ? hostile : i % 2 === 0 ? code : python,
        parameters: schema,
        environmentVariables: { KEY: null },
      },
    })),
    models: [{ name: "M", ref: "M", provider: "open_ai", model: hostileLine }],
    variables: [{ name: "constructor", description: hostileLine }],
  });
};

/** Every path stays in its folder, and has a file of its own also where capitals do not differ. */
export function findUnsafePaths(files: readonly ExportedFile[]): string[] {
  const seen = new Set<string>();
  return files.flatMap(({ path }) => {
    const isNew = !seen.has(path.toLowerCase());
    seen.add(path.toLowerCase());
    const isSafe = /^(?:[A-Za-z0-9_. -]+\/)?[A-Za-z0-9_. -]+$/.test(path) && resolve("/a", path).startsWith(`/a${sep}`);
    return isNew && isSafe ? [] : [path];
  });
}

export function writeFiles(folder: string, files: readonly ExportedFile[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
}

export const outcomesOf = (report: readonly ReportEntry[]): Record<string, string> =>
  Object.fromEntries(report.map(({ part, type, outcome }) => [`${type} ${part}`, outcome]));
