import { and, desc, eq, isNull } from "drizzle-orm";
import type { Citation, Passage, Retrieval } from "@/lib/contract/retrieval";
import type { Db } from "../db/client";
import { readPatience } from "../db/patient";
import { sessionEvents } from "../sessions/table";
import { unshelveAll } from "./bodies";
import type { NewEvent } from "./events";

const marks = /\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]/g;
const citedMost = 50;
/** Earlier searches of a conversation whose passages can still be cited. */
const searchesMost = 20;

/** The passages that a conversation has found, each with a number of its own, by which answers cite them. */
export class Passages {
  /** The oldest first; one that was found again stands there again, as it was found then. */
  private readonly found: Citation[] = [];

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
      .limit(searchesMost);
    for (const { body } of await unshelveAll(rows.reverse(), readPatience(db)))
      passages.found.push(...(body as { passages: Citation[] }).passages);
    return passages;
  }

  /** Gives each a number. The same passage found again has one already. */
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

  /** Those that a text names by number, in brackets, once each in the order of their numbers, as the last search found them. */
  citedIn(text: string): Citation[] {
    if (this.found.length === 0) return [];
    const numbers = new Set([...text.matchAll(marks)].flatMap(([, inside = ""]) => inside.split(/[,;]/).map(Number)));
    const cited = new Map(this.found.filter(({ number }) => numbers.has(number)).map((one) => [one.number, one]));
    return [...cited.values()].sort((a, b) => a.number - b.number).slice(0, citedMost);
  }
}

/** What the log says of one search. */
export const retrievalEvent = (
  tool: string,
  query: string,
  retrieval: Omit<Retrieval, "passages">,
  passages: Citation[],
): NewEvent => ({ kind: "retrieval", body: { tool, query, ...retrieval, passages } });
