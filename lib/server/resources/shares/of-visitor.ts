import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { Visitor } from "../../access/auth/visitor";
import type { Reader } from "../../platform/db/client";
import { sessions } from "../../platform/db/tables/sessions";
import { shareVisitors } from "../../platform/db/tables/shares";

/** Matches a visitor's sessions: those of their browser and, when known, those started by the link in other browsers. */
export function matchesVisitor(db: Reader, { link, visitor }: Visitor): SQL | undefined {
  const here = eq(sessions.visitorId, visitor.id);
  const { accountId, subject } = visitor;
  const elsewhere =
    (accountId ?? subject) &&
    inArray(
      sessions.visitorId,
      db
        .select({ id: shareVisitors.id })
        .from(shareVisitors)
        .where(
          and(
            eq(shareVisitors.shareId, link.id),
            accountId ? eq(shareVisitors.accountId, accountId) : eq(shareVisitors.subject, subject ?? ""),
          ),
        ),
    );
  return and(eq(sessions.teamId, link.teamId), elsewhere ? or(here, elsewhere) : here);
}
