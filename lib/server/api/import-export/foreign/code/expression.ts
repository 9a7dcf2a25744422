/** An expression of a program, as far as it can be read without running it. */
export type Expression =
  /** `names`: what stands in the braces of a template. */
  | { kind: "text"; value: string; names: string[] }
  | { kind: "number"; value: number }
  | { kind: "boolean"; value: boolean }
  | { kind: "list"; items: Expression[] }
  | { kind: "object"; entries: [string, Expression][] }
  | { kind: "call"; callee: string; items: Expression[]; entries: [string, Expression][] }
  /** A name with its members, such as `self.agents_config`, and the key in brackets behind it. */
  | { kind: "name"; name: string; key?: string }
  | { kind: "other" };

type Entries = [string, Expression][];

/** The named arguments of a call, or the entries of an object that is its only argument. */
export function entriesOf(one: Expression | undefined): Entries {
  if (one?.kind === "object") return one.entries;
  if (one?.kind !== "call") return [];
  const [first] = one.items;
  return one.entries.length === 0 && first?.kind === "object" ? first.entries : one.entries;
}

export const findEntry = (entries: Entries, ...names: string[]): Expression | undefined =>
  entries.find(([name]) => names.includes(name))?.[1];

export const textOf = (one: Expression | undefined): string => (one?.kind === "text" ? one.value : "");
export const nameOf = (one: Expression | undefined): string =>
  one?.kind === "name" ? one.name : one?.kind === "call" ? one.callee : "";
export const itemsOf = (one: Expression | undefined): Expression[] => (one?.kind === "list" ? one.items : []);
