import { childName } from "./kinds/child-name";
import type { Operation } from "./types/kind";

/** What models call each function of a tool by: the tool's own name where it has one, else that with the function's behind. */
export const functionNamesOf = (functionName: string, operations: readonly Operation[]): string[] =>
  operations.map(({ operation }) =>
    operation === null || operations.length === 1 ? functionName : childName(functionName, operation),
  );
