import { pluralize } from "../../../../../utils/text/pluralize.ts";
import { type ForeignCase, type ForeignEntry, ForeignProblem, maxNodes } from "../shared/foreign.ts";
import { Part } from "../shared/part.ts";
import { clean } from "../shared/texts.ts";
import { isRecord } from "../shared/values.ts";

/** Of a test set. */
const maxCases = 500;
/** Characters of all cases. */
const maxTotal = 4_000_000;

type TestCase = Omit<ForeignCase, "entry">;

/** A value whose texts can be stored. */
function cleanValue(value: unknown): unknown {
  if (typeof value === "string") return clean(value);
  if (Array.isArray(value)) return value.map(cleanValue);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [clean(name), cleanValue(inner)]));
}

const cleanCase = ({ input, history, variables, checks }: TestCase): TestCase => ({
  input: clean(input),
  history: history.map(({ role, text }) => ({ role, text: clean(text) })),
  variables: Object.fromEntries(Object.entries(variables).map(([name, text]) => [name, clean(text)])),
  checks: checks.map(({ type, value }) => ({ type, value: cleanValue(value) })),
});

/** Collects the cases of tests, and what became of each test. */
export class TestDrafts {
  readonly #parts: Part[] = [];
  readonly cases: ForeignCase[] = [];
  #total = 0;

  get entries(): ForeignEntry[] {
    return this.#parts.map(({ entry }) => entry);
  }

  /** Adds a test, or a setting of tests, to the report. */
  part(name: string, type: string): Part {
    if (this.#parts.length >= maxNodes)
      throw new ForeignProblem(`It has more than ${pluralize(maxNodes, "test")}. Split the tests into several files.`);
    const part = new Part(name, type);
    this.#parts.push(part);
    return part;
  }

  /** Keeps a case, whose part was added last. `notes`: what differs from the test. */
  keep(part: Part, one: TestCase, notes: readonly string[]): void {
    const own = cleanCase(one);
    this.#total += JSON.stringify(own).length;
    if (this.cases.length >= maxCases) part.left(`A test set can have up to ${maxCases} cases.`);
    else if (this.#total > maxTotal) part.left("The tests are too large together.");
    else {
      this.cases.push({ ...own, entry: this.#parts.indexOf(part) });
      const graded = own.checks.some(({ type }) => type === "judge");
      const all = [...notes, ...(graded ? ["A model grades the answer: choose a judge model in the test set."] : [])];
      if (all.length > 0) part.approximated(all.join(" "));
      else part.taken("A case of the app's test set.");
    }
  }
}
