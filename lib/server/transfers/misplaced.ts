/** Something in a file that cannot be taken. */
export interface Misplaced {
  /** As `tools[2].definition`; empty for the whole file. */
  at: string;
  message: string;
}

/** As far as it reads as names: the rest is whatever stands in the file. */
export function placeOf(path: readonly PropertyKey[]): string {
  const odd = path.findIndex((part) => !/^[\w-]{1,60}$/.test(String(part)));
  return path
    .slice(0, odd < 0 ? undefined : odd)
    .reduce<string>(
      (at, part) => (typeof part === "number" ? `${at}[${part}]` : at ? `${at}.${String(part)}` : String(part)),
      "",
    );
}
