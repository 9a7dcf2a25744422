import { isMaskOf, maskSecret } from "../crypto/mask";
import { openSecret, sealSecret } from "../crypto/secrets";
import type { Db } from "../db/client";
import type { sessions } from "../sessions/table";
import { findVariables, openValue, type VariableRow } from "../variables/service";

type SessionRow = typeof sessions.$inferSelect;
type Values = Pick<SessionRow, "variables" | "secretVariables">;
type Holder = Values & Pick<SessionRow, "id" | "teamId">;

const open = ({ id, teamId }: Holder, sealed: string) => openSecret("variable", { teamId, rowId: id }, sealed);

/** What the session stores once it was given values: those of secret variables sealed, all others in clear. */
export async function mergeValues(
  db: Pick<Db, "select">,
  session: Holder,
  sent: Record<string, string>,
): Promise<Values> {
  const rows = await findVariables(db, session.teamId, { names: Object.keys(sent) });
  const secret = new Set(rows.filter((row) => row.secret).map(({ name }) => name));
  const variables = new Map(Object.entries(session.variables));
  const secretVariables = new Map(Object.entries(session.secretVariables));
  for (const [name, value] of Object.entries(sent)) {
    const sealed = secretVariables.get(name);
    if (sealed && isMaskOf(value, open(session, sealed))) continue;
    variables.delete(name);
    secretVariables.delete(name);
    if (!secret.has(name)) variables.set(name, value);
    else if (value)
      secretVariables.set(name, sealSecret("variable", { teamId: session.teamId, rowId: session.id }, value));
  }
  return { variables: Object.fromEntries(variables), secretVariables: Object.fromEntries(secretVariables) };
}

/** As a reader gets them. */
export function maskedValues(session: Holder): Record<string, string> {
  const secret = Object.entries(session.secretVariables).map(([name, sealed]) => [
    name,
    maskSecret(open(session, sealed)),
  ]);
  return { ...session.variables, ...Object.fromEntries(secret) };
}

/** In clear, to be cut out of what is stored: the session's own and those of the variables given. */
export const secretValues = (session: Holder, known: readonly VariableRow[] = []): string[] => [
  ...Object.values(session.secretVariables).map((sealed) => open(session, sealed)),
  ...known.filter(({ secret, defaultValue }) => secret && defaultValue).map(openValue),
];

/** What is put into prompts: the session's values before the team's, a secret one's never. */
export function promptValues(
  session: Pick<Values, "variables">,
  known: readonly Pick<VariableRow, "name" | "secret" | "defaultValue">[],
): ReadonlyMap<string, string> {
  const values = new Map(known.map(({ name, defaultValue }) => [name, defaultValue]));
  for (const [name, value] of Object.entries(session.variables)) values.set(name, value);
  for (const { name, secret } of known) if (secret) values.delete(name);
  return values;
}

/** What stands in the place of names in a tool's credentials: the session's values before the team's, secret ones too. */
export function clearValues(
  session: Pick<Holder, "id" | "teamId" | "variables" | "secretVariables"> | undefined,
  known: readonly VariableRow[],
): { values: ReadonlyMap<string, string>; secrets: string[] } {
  const values = new Map(known.map((row) => [row.name, openValue(row)]));
  const sealed = Object.entries(session?.secretVariables ?? {});
  for (const { name } of known) {
    const own = session?.variables[name];
    if (own !== undefined) values.set(name, own);
  }
  if (session) for (const [name, text] of sealed) if (values.has(name)) values.set(name, open(session, text));
  const secret = known.filter((row) => row.secret).map(({ name }) => values.get(name) ?? "");
  return { values, secrets: secret.filter(Boolean) };
}
