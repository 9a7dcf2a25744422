import type pg from "pg";

/** Uses before a statement is prepared, and the maximum number of prepared statements. */
const minUses = 3;
const maxNames = 300;
const maxSeen = 2_000;

const names = new Map<string, string>();
const seen = new Map<string, number>();

/** A search is planned with its pattern, which decides whether an index helps. */
const searches = " ilike $";

/** The name of a prepared statement; undefined for rare ones, and for searches. */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= maxNames || text.includes(searches)) return known;
  const times = (seen.get(text) ?? 0) + 1;
  if (times < minUses) {
    if (seen.size >= maxSeen) seen.clear();
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
 * Prepares frequent parameterized statements: PostgreSQL parses them once per connection, and plans them once if possible.
 * Planning costs several times as much as running a short query.
 */
export function prepareStatements(client: pg.ClientBase): void {
  const plain = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((statement: unknown, values?: unknown, ...rest: unknown[]) => {
    const nameable = isStatement(statement) && !statement.name && Array.isArray(values) && values.length > 0;
    return plain(nameable ? { ...statement, name: statementName(statement.text) } : statement, values, ...rest);
  }) as typeof client.query;
}

/** For connections whose session may be another one with the next transaction, which does not know the statements. */
export function unnameStatements(client: pg.ClientBase): void {
  const plain = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((statement: unknown, ...rest: unknown[]) =>
    plain(isStatement(statement) ? { ...statement, name: undefined } : statement, ...rest)) as typeof client.query;
}
