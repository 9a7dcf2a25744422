import { builtinTool, closed } from "./builtin-tool";

/** Only its face: who has the team's datasources answers it. */
export const datasource = builtinTool({
  id: "datasource",
  description: () => "Looks something up in the team's documents and answers the passages that fit best.",
  parameters: closed(
    { query: { type: "string", minLength: 1, maxLength: 4_000, description: "What to look for, in plain words." } },
    ["query"],
  ),
  call: null,
});
