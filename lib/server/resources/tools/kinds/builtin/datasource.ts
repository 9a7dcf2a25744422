import { builtinTool, closed } from "./builtin-tool";

/** Only the declaration: the engine implements it. */
export const datasource = builtinTool({
  id: "datasource",
  description: () => "Looks something up in the team's documents and answers the passages that fit best.",
  parameters: closed(
    { query: { type: "string", minLength: 1, maxLength: 4_000, description: "What to look for, in plain words." } },
    ["query"],
  ),
  call: null,
});
