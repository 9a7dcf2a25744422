import { z } from "zod";
import { builtinTool, closed } from "./builtin-tool";
import { calculate } from "./calculate";
import { functionNames } from "./formula-functions";
import { readArgs } from "./read-args";

const argsSchema = z.object({ formula: z.string("Enter a formula.").min(1, "Enter a formula.") });

export const calculator = builtinTool({
  id: "calculator",
  description: () =>
    "Calculates a formula exactly. Use it for every calculation instead of calculating the result yourself.",
  parameters: closed(
    {
      formula: {
        type: "string",
        maxLength: 2_000,
        description: `A formula such as (1.2 + 3/4) * 2^10. Operators: + - * / ^ ! and %, which is the remainder before a value (10 % 3) and percent otherwise (200 * 15%). Constants: pi, e. Functions: ${functionNames.join(", ")}.`,
      },
    },
    ["formula"],
  ),
  call: async (args) => ({ result: calculate(readArgs(argsSchema, args).formula) }),
});
