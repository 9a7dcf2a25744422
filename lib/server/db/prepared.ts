import type pg from "pg";

/** How often a statement must have come before it is worth a name, and how many may have one. */
const seenEnough = 3;
const namesMost = 300;
const seenMost = 2_000;

const names = new Map<string, string>();
const seen = new Map<string, number>();

/** The name under which each connection keeps a statement parsed; undefined for one that has not come often. */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= namesMost) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < seenEnough) {
    if (seen.size >= seenMost) seen.clear();
    seen.set(text, times);
    return undefined;
  }
  seen.delete(text);
  const name = `muster_${names.size}`;
  names.set(text, name);
  return name;
}

interface Statement {
  text: string;
  name?: string;
}

const isStatement = (value: unknown): value is Statement =>
  typeof value === "object" &&
  value !== null &&
  "text" in value &&
  typeof value.text === "string" &&
  !("submit" in value);

/**
 * Names the statements with parameters that come again and again: PostgreSQL then parses each once a connection, and
 * plans it once where its plan does not depend on the parameters. Planning costs several times the work of a short query.
 */
export function prepareStatements(client: pg.ClientBase): void {
  const plain = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((statement: unknown, values?: unknown, ...rest: unknown[]) => {
    const nameable = isStatement(statement) && !statement.name && Array.isArray(values) && values.length > 0;
    return plain(nameable ? { ...statement, name: statementName(statement.text) } : statement, values, ...rest);
  }) as typeof client.query;
}
