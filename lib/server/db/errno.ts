/** Is this a system error with one of these codes, such as `ENOENT`? */
export const isErrno = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
