import { verifyPassword } from "../../access/auth/password";
import { limitLinkGuess } from "../../access/auth/rate-limits";
import type { Visit, Visitor } from "../../access/auth/visitor";
import { AppError } from "../../platform/errors/errors";

/** Whether a visit needs the link's password. Visitors with a token entered it before. */
export const asksPassword = ({ link, visitor }: Visit): boolean => link.passwordHash !== null && visitor === null;

const createPasswordError = (message: string): AppError =>
  new AppError("password", message, { issues: [{ path: "password", message }] });

/** Throws 403 unless the visit needs no password or this is it, and 429 after too many attempts. */
export async function checkLinkPassword(visit: Visit, password: string | undefined, address: string): Promise<void> {
  if (!asksPassword(visit)) return;
  const { id, passwordHash } = visit.link;
  if (!password) throw createPasswordError("Enter the password for this link.");
  const forget = await limitLinkGuess(id, address);
  if (!(await verifyPassword(passwordHash, password))) throw createPasswordError("Incorrect password.");
  await forget();
}

/** Returns the visitor of a started conversation, or throws 401. */
export function requireVisitor(visit: Visit): Visitor {
  const { visitor } = visit;
  if (!visitor) throw new AppError("unauthorized", "Start a session first.");
  return { ...visit, visitor };
}
