import { builtinTool, closed } from "./builtin-tool";

/** Only the declaration: the engine implements it. */
export const datasource = builtinTool({
  id: "datasource",
  description: () => "Searches the team's documents and returns the most relevant passages.",
  parameters: closed(
    {
      query: {
        type: "string",
        minLength: 1,
        maxLength: 4_000,
        description: "What to search for, in natural language.",
      },
    },
    ["query"],
  ),
  call: null,
});
