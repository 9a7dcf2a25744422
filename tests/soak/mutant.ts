/** One guard taken out of the code: what a suite must notice. */
export interface Mutant {
  name: string;
  file: string;
  /** Stands in the file exactly once. */
  text: string;
  replacement: string;
  /** The test file that must turn red, and where one is enough the tests in it by their name. */
  suite: string;
  tests?: string;
}

type Change = [name: string, text: string, replacement: string];

/** Mutants of one file that one suite must catch. */
export const mutantsOf = (
  file: string,
  [suite, tests]: [suite: string, tests?: string],
  ...changes: Change[]
): Mutant[] => changes.map(([name, text, replacement]) => ({ name, file, text, replacement, suite, tests }));
