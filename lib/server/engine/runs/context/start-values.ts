import type { Reader } from "../../../platform/db/client";
import type { sessions } from "../../../platform/db/tables/sessions";
import { listRequiredVariables } from "./required-variables";
import { mergeValues } from "./values";

type SessionRow = typeof sessions.$inferSelect;

/**
 * Returns the values that a visitor or a program may set: only requested ones, because others would change the agent's prompts.
 */
export async function checkStartValues(
  db: Reader,
  session: SessionRow,
  sent: Record<string, string> | undefined,
): Promise<Pick<SessionRow, "variables" | "secretVariables"> | undefined> {
  if (!sent) return undefined;
  const asked = new Set((await listRequiredVariables(db, session)).map(({ name }) => name));
  const given = Object.entries(sent).filter(([name, value]) => asked.has(name) && value !== "");
  return mergeValues(db, session, Object.fromEntries(given));
}
