import type { Visit, Visitor } from "../../access/auth/visitor";
import type { StartOnce } from "../../access/calls/implement";
import type { Author, Started, startRun } from "../../engine/runs/start";
import type { Db, Reader, Tx } from "../../platform/db/client";

export interface WebsiteContext {
  db: Db;
  visit: Visit;
  request: Request;
  requireRights(tx: Tx): Promise<void>;
}

export interface NewWebsiteSession {
  variables?: Record<string, string> | undefined;
  identity?: string | undefined;
}

export type WebsiteMessage = Parameters<typeof startRun>[3];

/** What publications decide for the visitors of websites. They register it, because they are built on sessions. */
export interface WebsiteVisits {
  addSession(ctx: WebsiteContext, form: NewWebsiteSession): Promise<{ id: string; token: string | undefined }>;
  startRun(
    ctx: Pick<WebsiteContext, "db" | "request"> & { startOnce: StartOnce },
    visitor: Visitor,
    sessionId: string,
    author: Author,
    message: WebsiteMessage,
  ): Promise<Started>;
  checkFile(db: Reader, visit: Visit, bytes: number): Promise<void>;
  /** The account whose rights a run has. */
  findPrincipal(db: Reader, visit: Pick<Visit, "link">): Promise<string>;
}

let registered: WebsiteVisits | undefined;

export function registerWebsiteVisits(visits: WebsiteVisits): void {
  registered = visits;
}

/** Returns what applies to the visitor of a website; undefined for those of share links. */
export function findWebsiteVisits({ link }: Pick<Visit, "link">): WebsiteVisits | undefined {
  if (link.publicationId === null) return undefined;
  if (!registered) throw new Error("Publications have not registered what applies to visitors of websites.");
  return registered;
}
