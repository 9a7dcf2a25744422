import { z } from "zod";
import { builtinTool, closed } from "./builtin-tool";
import { calculate } from "./calculate";
import { functionNames } from "./formula-functions";
import { readArgs } from "./read-args";

const argsSchema = z.object({ formula: z.string("Give a formula.").min(1, "Give a formula.") });

export const calculator = builtinTool({
  id: "calculator",
  description: () => "Works out a formula exactly. Use it for every calculation instead of working it out yourself.",
  parameters: closed(
    {
      formula: {
        type: "string",
        maxLength: 2_000,
        description: `Such as (1.2 + 3/4) * 2^10. Signs: + - * / ^ ! and %, which is the remainder before a value (10 % 3) and percent otherwise (200 * 15%). pi, e, and the functions ${functionNames.join(", ")}.`,
      },
    },
    ["formula"],
  ),
  call: async (args) => ({ result: calculate(readArgs(argsSchema, args).formula) }),
});
