import { and, desc, eq, isNull } from "drizzle-orm";
import type { Citation, Passage, Retrieval } from "@/lib/contract/datasources/retrieval";
import type { RetrievedPassage } from "@/lib/contract/session-events/messages";
import type { Reader } from "../../../platform/db/client";
import { readRetryPolicy } from "../../../platform/db/retrying-db";
import { sessionEvents } from "../../../platform/db/tables/sessions";
import { loadBodies } from "./bodies";
import type { NewEvent } from "./events";

const citationPattern = /\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]/g;
const maxCited = 50;
/** Earlier searches of a conversation whose passages can still be cited. */
const maxSearches = 20;

/** The passages found in a conversation, numbered for citations. */
export class Passages {
  /** Oldest first; a passage found again is repeated with its newest scores. */
  private readonly passages: RetrievedPassage[] = [];

  static async loadForSession(db: Reader, sessionId: string): Promise<Passages> {
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
      if (kind === "retrieval") passages.add(body.passages);
    return passages;
  }

  /** Assigns numbers. A passage found again keeps its number. */
  assignNumbers(retrieved: Passage[]): Citation[] {
    return retrieved.map((passage) => {
      const earlier = this.passages.find(
        ({ documentId, position }) => documentId === passage.documentId && position === passage.position,
      );
      const number = earlier?.number ?? Math.max(0, ...this.passages.map((one) => one.number)) + 1;
      const numberedPassage = { ...passage, number };
      this.passages.push(numberedPassage);
      return numberedPassage;
    });
  }

  /** Adds passages that have numbers. */
  add(numbered: readonly RetrievedPassage[]): void {
    this.passages.push(...numbered);
  }

  /** Passages cited by number in brackets, once each in numerical order, as last found. */
  findCited(text: string): RetrievedPassage[] {
    if (this.passages.length === 0) return [];
    const numbers = new Set(
      [...text.matchAll(citationPattern)].flatMap(([, inside = ""]) => inside.split(/[,;]/).map(Number)),
    );
    const cited = new Map(this.passages.filter(({ number }) => numbers.has(number)).map((one) => [one.number, one]));
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
