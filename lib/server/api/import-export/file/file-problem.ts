/** A problem at one place of a file. */
export interface FileProblem {
  /** Such as `tools[2].definition`; empty for the whole file. */
  at: string;
  message: string;
}

/** Returns the readable prefix of a path: the rest is user input. */
export function toReadablePath(path: readonly PropertyKey[]): string {
  const odd = path.findIndex((part) => !/^[\w-]{1,60}$/.test(String(part)));
  return path
    .slice(0, odd < 0 ? undefined : odd)
    .reduce<string>(
      (at, part) => (typeof part === "number" ? `${at}[${part}]` : at ? `${at}.${String(part)}` : String(part)),
      "",
    );
}
