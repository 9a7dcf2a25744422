import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { openSecret, sealSecret } from "../../platform/crypto/secrets";
import type { Reader } from "../../platform/db/client";
import { variables } from "../../platform/db/tables/variables";

export type VariableRow = typeof variables.$inferSelect;

/** As one parameter: a prompt may name thousands. */
const isOneOf = (column: AnyPgColumn, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(texts)}::text[])`;

export const isAmong = (teamId: string, names: readonly string[], ids: readonly string[]): SQL | undefined =>
  and(eq(variables.teamId, teamId), or(isOneOf(variables.name, names), isOneOf(variables.id, ids)));

export async function findVariables(
  db: Reader,
  teamId: string,
  { names = [], ids = [] }: { names?: readonly string[]; ids?: readonly string[] },
): Promise<VariableRow[]> {
  if (names.length === 0 && ids.length === 0) return [];
  return db
    .select()
    .from(variables)
    .where(isAmong(teamId, names, ids));
}

/** The decrypted value, only in memory. */
export const decryptValue = ({ id, teamId, secret, defaultValue }: VariableRow): string =>
  secret && defaultValue ? openSecret("variable", { teamId, rowId: id }, defaultValue) : defaultValue;

export const toStoredValue = (
  { id, teamId, secret }: Pick<VariableRow, "id" | "teamId" | "secret">,
  value: string,
): string => (secret && value ? sealSecret("variable", { teamId, rowId: id }, value) : value);
