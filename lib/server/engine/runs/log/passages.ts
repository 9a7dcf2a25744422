import { and, desc, eq, isNull } from "drizzle-orm";
import type { Citation, Passage, Retrieval } from "@/lib/contract/datasources/retrieval";
import type { RetrievedPassage } from "@/lib/contract/session-events/messages";
import type { Db } from "../../../platform/db/client";
import { readRetryPolicy } from "../../../platform/db/retrying-db";
import { sessionEvents } from "../../../platform/db/tables/sessions";
import { loadBodies } from "./bodies";
import type { NewEvent } from "./events";

const marks = /\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]/g;
const maxCited = 50;
/** Earlier searches of a conversation whose passages can still be cited. */
const maxSearches = 20;

/** The passages found in a conversation, numbered for citations. */
export class Passages {
  /** Oldest first; a passage found again is repeated with its newest scores. */
  private readonly found: RetrievedPassage[] = [];

  static async ofSession(db: Pick<Db, "select">, sessionId: string): Promise<Passages> {
    const passages = new Passages();
    const rows = await db
      .select()
      .from(sessionEvents)
      .where(
        and(
          eq(sessionEvents.sessionId, sessionId),
          eq(sessionEvents.kind, "retrieval"),
          isNull(sessionEvents.supersededBy),
        ),
      )
      .orderBy(desc(sessionEvents.seq))
      .limit(maxSearches);
    for (const { kind, body } of await loadBodies(rows.reverse(), readRetryPolicy(db)))
      if (kind === "retrieval") passages.found.push(...body.passages);
    return passages;
  }

  /** Assigns numbers. A passage found again keeps its number. */
  number(found: Passage[]): Citation[] {
    return found.map((passage) => {
      const known = this.found.find(
        ({ documentId, position }) => documentId === passage.documentId && position === passage.position,
      );
      const number = known?.number ?? Math.max(0, ...this.found.map((one) => one.number)) + 1;
      const numbered = { ...passage, number };
      this.found.push(numbered);
      return numbered;
    });
  }

  /** Passages cited by number in brackets, once each in numerical order, as last found. */
  citedIn(text: string): RetrievedPassage[] {
    if (this.found.length === 0) return [];
    const numbers = new Set([...text.matchAll(marks)].flatMap(([, inside = ""]) => inside.split(/[,;]/).map(Number)));
    const cited = new Map(this.found.filter(({ number }) => numbers.has(number)).map((one) => [one.number, one]));
    return [...cited.values()].sort((a, b) => a.number - b.number).slice(0, maxCited);
  }
}

/** The event of one search. */
export const retrievalEvent = (
  tool: string,
  query: string,
  retrieval: Omit<Retrieval, "passages">,
  passages: Citation[],
): NewEvent => ({ kind: "retrieval", body: { tool, query, ...retrieval, passages } });
