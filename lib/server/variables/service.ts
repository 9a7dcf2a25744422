import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Issue } from "@/lib/contract/error";
import { namesIn } from "@/lib/utils/prompt-names";
import { openSecret, sealSecret } from "../crypto/secrets";
import type { Db } from "../db/client";
import { variables } from "./table";

export type VariableRow = typeof variables.$inferSelect;
type Reader = Pick<Db, "select">;

/** As one parameter: a prompt may name thousands. */
const oneOf = (column: AnyPgColumn, texts: readonly string[]): SQL => sql`${column} = any(${sql.param(texts)}::text[])`;

const among = (teamId: string, names: readonly string[], ids: readonly string[]): SQL | undefined =>
  and(eq(variables.teamId, teamId), or(oneOf(variables.name, names), oneOf(variables.id, ids)));

/** The team's variables of these names or ids. */
export async function findVariables(
  db: Reader,
  teamId: string,
  { names = [], ids = [] }: { names?: readonly string[]; ids?: readonly string[] },
): Promise<VariableRow[]> {
  if (names.length === 0 && ids.length === 0) return [];
  return db
    .select()
    .from(variables)
    .where(among(teamId, names, ids));
}

/** Those of some names that variables of the team have now. */
export const knownNames = async (db: Reader, teamId: string, names: readonly string[]): Promise<string[]> =>
  (await findVariables(db, teamId, { names })).map(({ name }) => name);

/**
 * Holds variables, which are then neither renamed, nor deleted, nor made secret until the transaction ends. Before the row
 * that comes to use them, in which order a deletion takes them too. Answers the ids that there are.
 */
export async function holdVariables(
  tx: Reader,
  teamId: string,
  { names = [], ids = [] }: { names?: readonly string[]; ids?: readonly string[] | undefined },
): Promise<Set<string>> {
  if (names.length === 0 && ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: variables.id })
    .from(variables)
    .where(among(teamId, names, ids))
    .orderBy(asc(variables.id))
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}

/** The value in clear, only in memory. */
export const openValue = ({ id, teamId, secret, defaultValue }: VariableRow): string =>
  secret && defaultValue ? openSecret("variable", { teamId, rowId: id }, defaultValue) : defaultValue;

export const storedValue = (
  { id, teamId, secret }: Pick<VariableRow, "id" | "teamId" | "secret">,
  value: string,
): string => (secret && value ? sealSecret("variable", { teamId, rowId: id }, value) : value);

/** An issue at each id in a body that is no variable of the team's. */
export async function variableIssues(db: Reader, teamId: string, ids: readonly string[] = []): Promise<Issue[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: variables.id })
    .from(variables)
    .where(and(eq(variables.teamId, teamId), inArray(variables.id, [...ids])));
  const known = new Set(rows.map(({ id }) => id));
  return ids.flatMap((id, i) =>
    known.has(id) ? [] : [{ path: `variableIds.${i}`, message: "This variable does not exist or was deleted." }],
  );
}

/** An issue at each prompt that names a secret variable: its value would reach the model and the trace. */
export async function secretIssues(
  db: Reader,
  teamId: string,
  prompts: Record<string, string | undefined>,
): Promise<Issue[]> {
  const rows = await findVariables(db, teamId, { names: namesIn(...Object.values(prompts).map((text) => text ?? "")) });
  const secret = new Set(rows.filter((row) => row.secret).map(({ name }) => name));
  return Object.entries(prompts).flatMap(([path, text]) => {
    const name = namesIn(text ?? "").find((one) => secret.has(one));
    return name ? [{ path, message: `The variable {${name}} is secret: it cannot stand in a prompt.` }] : [];
  });
}

/** With its value in clear, in memory only: so that the audit log notices a changed one. */
export const auditedVariable = (row: VariableRow) => ({ ...row, defaultValue: openValue(row) });
