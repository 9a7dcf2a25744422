import type { Operation } from "./mutation/operation";

/** One guard taken out of the code: what a suite must notice. */
export interface Mutant {
  name: string;
  file: string;
  /** The function, the constant or the class member at the top of the file that holds the guard. */
  symbol: string;
  operation: Operation;
  /** The fingerprint of the node that the operation changes, so that an edit cannot lead it to another one unseen. */
  shape: string;
  /** The test file that must turn red, and where one is enough the tests in it by their name. */
  suite: string;
  tests?: string;
}

type Change = [name: string, symbol: string, operation: Operation, shape: string];

/** Mutants of one file that one suite must catch. */
export const mutantsOf = (
  file: string,
  [suite, tests]: [suite: string, tests?: string],
  ...changes: Change[]
): Mutant[] =>
  changes.map(([name, symbol, operation, shape]) => ({ name, file, symbol, operation, shape, suite, tests }));
