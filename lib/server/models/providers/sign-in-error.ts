/** Signing in before a call did not work out; the cause says why. */
export class SignInError extends Error {
  /** What the sign-in was answered with, if it was. */
  readonly status: number | undefined;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "No reason was given", { cause });
    this.name = "SignInError";
    this.status =
      cause instanceof Error && "status" in cause && typeof cause.status === "number" ? cause.status : undefined;
  }
}
