/** What is done to the node at a path. */
export type Operation =
  | { kind: "drop"; path: string }
  | { kind: "never" | "always"; path: string }
  | { kind: "replace"; path: string; by: string; other?: string }
  | { kind: "reword"; path: string; from: string; to: string };

/** Takes a statement, an argument, an operand, an element or a property out. */
export const drop = (path: string): Operation => ({ kind: "drop", path });

/** Makes a condition false; of an `if`, a loop or a ternary that is its test. */
export const never = (path: string): Operation => ({ kind: "never", path });

/** Makes a condition true. */
export const always = (path: string): Operation => ({ kind: "always", path });

/**
 * Puts code in the node's place. `$0` is the node itself; `$1`, `$2` are its parts (arguments, operands, elements, …, as
 * `address.ts` lists them), `$1_2` is the second part of the first one; `$owner` is what a method is called on, and
 * `$other` the node at another path of the symbol. All other names are global or come from a library.
 */
export const replace = (path: string, by: string, other?: string): Operation => ({
  kind: "replace",
  path,
  by,
  ...(other !== undefined && { other }),
});

/** Changes words of a string or of a template, SQL for instance; `{2}` stands for the second value of a template. */
export const reword = (path: string, from: string, to: string): Operation => ({ kind: "reword", path, from, to });
