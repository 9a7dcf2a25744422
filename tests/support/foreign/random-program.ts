import { randomFrom } from "../random";

interface RandomProgram {
  text: string;
  /** Names of the agents whose first run is on a condition or after a rejection. */
  conditional: string[];
}

type Write = (depth: number, isConditional: boolean) => string[];

/** A workflow of Agent Builder that runs up to eight agents: in a row, on conditions, after approvals, and more than once. */
export function createRandomProgram(seed: number): RandomProgram {
  const random = randomFrom(seed);
  const below = (many: number) => Math.floor(random() * many);
  const count = 2 + below(7);
  const pad = (depth: number) => "  ".repeat(depth);
  const placed = new Set<number>();
  const conditional: string[] = [];
  let next = 0;
  const run: Write = (depth, isConditional) => {
    const agent = random() < 0.1 ? below(count) : next++;
    if (agent >= count) return [];
    if (isConditional && !placed.has(agent)) conditional.push(`Agent ${agent}`);
    placed.add(agent);
    return [`${pad(depth)}const r${depth}${next} = await runner.run(agent${agent}, [...history]);`];
  };
  const block: Write = (depth, isConditional) =>
    Array.from({ length: below(3) }, () => statement(depth, isConditional)).flat();
  const branch =
    (condition: string, isApproval: boolean): Write =>
    (depth, isConditional) => [
      `${pad(depth)}if (${condition}) {`,
      ...block(depth + 1, isConditional || !isApproval),
      ...(random() < 0.5 ? [`${pad(depth)}} else {`, ...block(depth + 1, true)] : []),
      `${pad(depth)}}`,
    ];
  const end: Write = (depth) => [`${pad(depth)}if (!ok) {`, `${pad(depth + 1)}return;`, `${pad(depth)}}`];
  const approval = branch('approvalRequest("Go on?")', true);
  const statements: Write[] = [run, run, run, run, branch("kind === 1", false), approval, end];
  function statement(depth: number, isConditional: boolean): string[] {
    const one = depth > 3 ? run : (statements[below(statements.length)] ?? run);
    return one(depth, isConditional);
  }
  const body = Array.from({ length: 3 + below(6) }, () => statement(1, false)).flat();
  const agents = Array.from(
    { length: count },
    (_, i) => `const agent${i} = new Agent({ name: "Agent ${i}", instructions: "Do ${i}.", model: "gpt-5.1" });`,
  );
  const head = ['import { Agent, Runner } from "@openai/agents";', ...agents];
  const text = [...head, "export const runWorkflow = async (workflow) => {", ...body, "};", ""].join("\n");
  return { text, conditional };
}
