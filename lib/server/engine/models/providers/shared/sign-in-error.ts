/** Sign-in before a call failed; see the cause. */
export class SignInError extends Error {
  /** The status of the sign-in's response, if any. */
  readonly status: number | undefined;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "No reason was given", { cause });
    this.name = "SignInError";
    this.status =
      cause instanceof Error && "status" in cause && typeof cause.status === "number" ? cause.status : undefined;
  }
}
