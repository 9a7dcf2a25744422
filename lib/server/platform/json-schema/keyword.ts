import type { TypeName } from "./types.ts";
import type { Visit } from "./visit.ts";

export interface Keyword {
  /** Values of other types always match. */
  on?: TypeName;
  /** `operand`: the keyword's value in the schema. Ignored if it has the wrong type. */
  check: (operand: unknown, value: unknown, visit: Visit) => void;
}

export type Keywords = Record<string, Keyword>;

export const toList = (operand: unknown): unknown[] => (Array.isArray(operand) ? operand : []);

/** A keyword with a numeric operand: `problem` returns the misfit's message. */
export function numeric<T>(on: TypeName, problem: (limit: number, value: T, visit: Visit) => string | false): Keyword {
  return {
    on,
    check(operand, value, visit) {
      const message = typeof operand === "number" && problem(operand, value as T, visit);
      if (message) visit.misfit(message);
    },
  };
}
