import type { ClientOptions, ClientTool } from "../../../platform/db/tables/client-options";
import type { EngineTool } from "../calls/tools";
import type { AgentLoopInput } from "./agent-loop";
import { PausedError } from "./tool-calls";

type Options = Pick<AgentLoopInput, "tools" | "toolChoice" | "format">;

/** The run waits until the client sends the result. Repeatable, so that the run waits again if it was interrupted. */
const toEngineTool = ({ name, description, parameters }: ClientTool): EngineTool => ({
  name,
  description,
  parameters,
  repeatable: true,
  client: true,
  execute: () =>
    Promise.reject(new PausedError({ requests: [], reason: `Waiting for the client's result of ${name}.` })),
});

/** Adds what the client of a publication asks for. The app's own tools keep their names. */
export function withClientOptions(own: EngineTool[], options: ClientOptions | null): Options {
  const { tools = [], toolChoice, format } = options ?? {};
  const names = new Set(own.map(({ name }) => name));
  return {
    tools: [...own, ...tools.filter(({ name }) => !names.has(name)).map(toEngineTool)],
    ...(toolChoice && { toolChoice }),
    ...(format && { format: { type: "json", ...format } }),
  };
}
