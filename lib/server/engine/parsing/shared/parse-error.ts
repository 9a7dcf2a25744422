export type ParseProblem =
  /** No content, or no text. */
  | "empty"
  | "no_text"
  | "protected"
  | "unsupported"
  | "damaged"
  | "too_large"
  | "too_slow"
  /** The parser terminated unexpectedly: the only retryable kind. */
  | "crashed";

/** Why a file cannot be read, for the user. `detail` is for the log. */
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
