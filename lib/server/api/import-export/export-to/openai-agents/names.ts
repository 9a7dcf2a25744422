import type { TransferFile } from "@/lib/contract/transfers/file";
import { getLocalName } from "../../file/file-parts";
import { createNumbering, toCamelCase } from "../shared/names";
import { listDecisions } from "../shared/process";
import { nameFunctions } from "../shared/read-tool";

/** Reserved words of TypeScript, globals, and names of the sketch's own modules. */
const reserved =
  `abstract agents any args arguments as async await bigint boolean break case catch class closeTerminal console
const constructor continue debugger declare default delete do else enum eval export extends false fetch fill finally
for from function get global globalThis if implements import in infer instanceof interface is keyof let main manager mcp
module namespace never new null number object of output package parameters perform private process protected public
readonly require return runAgent set servers static string super switch symbol this throw true try type typeof undefined
unique unknown using var variables void while with yield agent tool tools ask decide callFunction readPage history message
createMCPToolStaticFilter MCPServerStreamableHttp setOpenAIAPI setTracingDisabled user JSON Date Object Promise Infinity NaN`.split(
    /\s+/,
  );

/** Unique identifiers, by the parts' names in the file. */
export interface SketchNames {
  agents: ReadonlyMap<string, string>;
  tasks: ReadonlyMap<string, string>;
  /** By the ids of branches. */
  decisions: ReadonlyMap<string, string>;
  tools: ReadonlyMap<string, string>;
  /** Names by which models call tools. */
  functions: ReadonlyMap<string, string>;
}

type Named = { name: string; ref?: string | undefined };

export function createSketchNames({ app, agents, tasks, tools }: TransferFile): SketchNames {
  const number = createNumbering(reserved);
  const nameAll = (parts: readonly Named[], kind: string) =>
    new Map(
      parts.map((part) => {
        const name = getLocalName(part);
        return [name, number(toCamelCase(name, kind))];
      }),
    );
  const decisions = listDecisions(app);
  return {
    agents: nameAll(agents, "agent"),
    tasks: nameAll(tasks, "task"),
    decisions: new Map(decisions.map(({ id, name }) => [id, number(toCamelCase(name, "decision"))])),
    tools: nameAll(tools, "tool"),
    functions: nameFunctions(tools),
  };
}

/** The identifiers of parts that exist. */
export const findAll = (names: readonly string[], known: ReadonlyMap<string, string>): string[] =>
  names.flatMap((name) => known.get(name) ?? []);
