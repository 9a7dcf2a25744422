/** Whether this is a system error with one of these codes, such as `ENOENT`. */
export const isErrno = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);

/** Whether the error or one of its causes has one of these codes. */
export function isCausedByErrno(error: unknown, codes: readonly string[]): boolean {
  for (let one = error; one instanceof Error; one = one.cause) if (isErrno(one, ...codes)) return true;
  return false;
}
