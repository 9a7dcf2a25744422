import { randomFrom } from "../random";

/** What a run of a program depends on: the output of each agent, decisions of people, and what can't be read from the program. */
interface Facts {
  outputs: readonly string[];
  /** Whether a question of an approval is approved. */
  approves: (question: string) => boolean;
  unknown: () => boolean;
}

type Statement =
  | { kind: "run"; agent: number; result: string; isFirst: boolean }
  | { kind: "end" }
  /** `agent`: the one whose output is compared with the values; undefined: the conditions can't be read. */
  | {
      kind: "branch" | "approval";
      /** Of an approval. */
      question: string;
      agent?: { id: number; result: string } | undefined;
      values: string[];
      blocks: Block[];
    };
type Block = { statements: Statement[]; returns: boolean };

interface RandomProgram {
  text: string;
  /** The names of the agents that are run, in order, without those that ran before. */
  run: (facts: Facts) => string[];
  agents: number;
}

const kinds = ["a", "b", "c"];

/** A workflow of Agent Builder that runs up to eight agents: in a row, on conditions, after approvals, and more than once. */
export function createRandomProgram(seed: number): RandomProgram {
  const random = randomFrom(seed);
  const below = (many: number) => Math.floor(random() * many);
  const count = 2 + below(7);
  const placed = new Set<number>();
  let next = 0;
  let results = 0;
  let questions = 0;
  const createBlock = (depth: number, known: readonly { id: number; result: string }[], many: number): Block => {
    const own = [...known];
    const statements = Array.from({ length: many }, () => createStatement(depth, own)).flat();
    return { statements, returns: depth > 0 && random() < 0.2 };
  };
  function createStatement(depth: number, known: { id: number; result: string }[]): Statement[] {
    const one = depth > 3 ? 0 : below(9);
    if (one < 5) {
      const agent = random() < 0.1 ? below(count) : next++;
      if (agent >= count) return [];
      const result = `r${results++}`;
      const isFirst = !placed.has(agent);
      placed.add(agent);
      if (isFirst) known.push({ id: agent, result });
      return [{ kind: "run", agent, result, isFirst }];
    }
    if (one === 8) return [{ kind: "end" }];
    const kind = one === 7 ? "approval" : "branch";
    const agent = random() < 0.7 ? known[below(known.length)] : undefined;
    const values = kinds.slice(0, kind === "approval" ? 1 : 1 + below(2));
    const many = values.length + (random() < 0.5 ? 1 : 0);
    const blocks = Array.from({ length: many }, () => createBlock(depth + 1, known, below(3)));
    const question = `Go on, ${questions++}?`;
    return [{ kind, question, agent: kind === "branch" ? agent : undefined, values, blocks }];
  }
  const whole = createBlock(0, [], 3 + below(6));
  const agents = Array.from(
    { length: count },
    (_, i) =>
      `const agent${i} = new Agent({ name: "Agent ${i}", instructions: "Do ${i}.", model: "gpt-5.1", outputType: Kind });`,
  );
  const head = [
    'import { Agent, Runner } from "@openai/agents";',
    "const Kind = z.object({ kind: z.string() });",
    ...agents,
  ];
  const body = writeBlock(whole, 1);
  return {
    text: [...head, "export const runWorkflow = async (workflow) => {", ...body, "};", ""].join("\n"),
    run: (facts) => runBlock(whole, facts).runs.map((agent) => `Agent ${agent}`),
    agents: count,
  };
}

function writeBlock({ statements, returns }: Block, depth: number): string[] {
  const pad = "  ".repeat(depth);
  const lines = statements.flatMap((one): string[] => {
    if (one.kind === "end") return [`${pad}if (!ok) {`, `${pad}  return;`, `${pad}}`];
    if (one.kind === "run")
      return [
        `${pad}const ${one.result}Temp = await runner.run(agent${one.agent}, [...history]);`,
        `${pad}const ${one.result} = { output_parsed: ${one.result}Temp.finalOutput };`,
      ];
    const conditions = one.values.map((value, i) =>
      one.kind === "approval"
        ? `approvalRequest("${one.question}")`
        : one.agent
          ? `${one.agent.result}.output_parsed.kind === "${value}"`
          : `kind === ${i}`,
    );
    const blocks = one.blocks.flatMap((block, i) => {
      const condition = conditions[i];
      const start = condition === undefined ? "} else {" : `${i > 0 ? "} else " : ""}if (${condition}) {`;
      return [`${pad}${start}`, ...writeBlock(block, depth + 1)];
    });
    return [...blocks, `${pad}}`];
  });
  return [...lines, ...(returns ? [`${pad}return;`] : [])];
}

const hasStep = (block: Block): boolean =>
  block.statements.some(
    (one) => one.kind === "run" || one.kind === "approval" || (one.kind === "branch" && one.blocks.some(hasStep)),
  );

/** Ends on conditions that can't be read don't count: the report names them. */
function runBlock({ statements, returns }: Block, facts: Facts): { runs: number[]; returned: boolean } {
  const runs: number[] = [];
  for (const one of statements) {
    if (one.kind === "run" && one.isFirst) runs.push(one.agent);
    if (one.kind === "run" || one.kind === "end") continue;
    if (one.kind === "branch" && !one.agent && !one.blocks.some(hasStep)) continue;
    const output = one.agent && facts.outputs[one.agent.id];
    const taken = one.values.findIndex((value) =>
      one.kind === "approval"
        ? facts.approves(one.question)
        : output === undefined
          ? facts.unknown()
          : output === value,
    );
    const block = one.blocks[taken < 0 ? one.values.length : taken];
    const inner = block ? runBlock(block, facts) : { runs: [], returned: false };
    runs.push(...inner.runs);
    if (inner.returned) return { runs, returned: true };
  }
  return { runs, returned: returns };
}
