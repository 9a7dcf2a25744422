export type ParseProblem =
  /** Nothing in it, or nothing that is text. */
  | "empty"
  | "no_text"
  | "protected"
  | "unsupported"
  | "damaged"
  | "too_large"
  | "too_slow"
  /** The parser itself ended: the one that is worth another try. */
  | "crashed";

/** Why a file cannot be read, in a sentence for whoever uploaded it. `detail` is for the log. */
export class ParseError extends Error {
  readonly problem: ParseProblem;
  readonly detail: string | undefined;

  constructor(problem: ParseProblem, message: string, detail?: string) {
    super(message);
    this.name = "ParseError";
    this.problem = problem;
    this.detail = detail;
  }

  get retryable(): boolean {
    return this.problem === "crashed";
  }
}
