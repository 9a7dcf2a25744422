import { isMaskOf, maskSecret } from "../../../platform/crypto/mask";
import { openSecret, sealSecret } from "../../../platform/crypto/secrets";
import type { Reader } from "../../../platform/db/client";
import type { sessions } from "../../../platform/db/tables/sessions";
import { decryptValue, findVariables, type VariableRow } from "../../variables/variables";

type SessionRow = typeof sessions.$inferSelect;
type Values = Pick<SessionRow, "variables" | "secretVariables">;
type ValueOwner = Values & Pick<SessionRow, "id" | "teamId">;

const decrypt = ({ id, teamId }: ValueOwner, sealed: string) => openSecret("variable", { teamId, rowId: id }, sealed);

/** The session's merged values: secret ones sealed, all others in plain text. */
export async function mergeValues(db: Reader, session: ValueOwner, sent: Record<string, string>): Promise<Values> {
  const rows = await findVariables(db, session.teamId, { names: Object.keys(sent) });
  const secret = new Set(rows.filter((row) => row.secret).map(({ name }) => name));
  const variables = new Map(Object.entries(session.variables));
  const secretVariables = new Map(Object.entries(session.secretVariables));
  for (const [name, value] of Object.entries(sent)) {
    const sealed = secretVariables.get(name);
    if (sealed && isMaskOf(value, decrypt(session, sealed))) continue;
    variables.delete(name);
    secretVariables.delete(name);
    if (!secret.has(name)) variables.set(name, value);
    else if (value)
      secretVariables.set(name, sealSecret("variable", { teamId: session.teamId, rowId: session.id }, value));
  }
  return { variables: Object.fromEntries(variables), secretVariables: Object.fromEntries(secretVariables) };
}

/** With masked secrets, for readers. */
export function maskValues(session: ValueOwner): Record<string, string> {
  const secret = Object.entries(session.secretVariables).map(([name, sealed]) => [
    name,
    maskSecret(decrypt(session, sealed)),
  ]);
  return { ...session.variables, ...Object.fromEntries(secret) };
}

/** Decrypted secrets to redact: the session's own and those of the given variables. */
export const secretValues = (session: ValueOwner, teamVariables: readonly VariableRow[] = []): string[] => [
  ...Object.values(session.secretVariables).map((sealed) => decrypt(session, sealed)),
  ...teamVariables.filter(({ secret, defaultValue }) => secret && defaultValue).map(decryptValue),
];

/** Values for prompts: the session's override the team's; secrets are never included. */
export function promptValues(
  session: Pick<Values, "variables">,
  teamVariables: readonly Pick<VariableRow, "name" | "secret" | "defaultValue">[],
): ReadonlyMap<string, string> {
  const values = new Map(teamVariables.map(({ name, defaultValue }) => [name, defaultValue]));
  for (const [name, value] of Object.entries(session.variables)) values.set(name, value);
  for (const { name, secret } of teamVariables) if (secret) values.delete(name);
  return values;
}

/** Values for tool credentials: the session's override the team's, secrets included. */
export function decryptValues(
  session: Pick<ValueOwner, "id" | "teamId" | "variables" | "secretVariables"> | undefined,
  teamVariables: readonly VariableRow[],
): { values: ReadonlyMap<string, string>; secrets: string[] } {
  const values = new Map(teamVariables.map((row) => [row.name, decryptValue(row)]));
  const sealed = Object.entries(session?.secretVariables ?? {});
  for (const { name } of teamVariables) {
    const override = session?.variables[name];
    if (override !== undefined) values.set(name, override);
  }
  if (session) for (const [name, text] of sealed) if (values.has(name)) values.set(name, decrypt(session, text));
  const secret = teamVariables.filter((row) => row.secret).map(({ name }) => values.get(name) ?? "");
  return { values, secrets: secret.filter(Boolean) };
}
