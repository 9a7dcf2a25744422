import type { IncomingMessage, ServerResponse } from "node:http";
import { embedOriginsHeader, embedTeamHeader } from "@/lib/constants/embed";
import { openDatabase } from "../platform/db/client";
import { AppError } from "../platform/errors/errors";
import { allowFraming } from "../platform/http/front/framing";
import { setRequestHeader } from "../platform/http/front/request-headers";
import { log } from "../platform/log/log";
import { findPublicationCaller } from "../resources/publications/service";

const pagePath = /^\/embed\/(\w{1,100})$/;

interface Refusal {
  status: 403 | 404 | 503;
  message: string;
}

const refusals = {
  unknown: { status: 404, message: "This chat isn't available." },
  nowhere: { status: 403, message: "This chat has no allowed websites. Add yours to the publication." },
  direct: { status: 403, message: "Open this chat on the website it is embedded in." },
  elsewhere: { status: 403, message: "This chat can't be shown on this website." },
  failed: { status: 503, message: "This chat is unavailable right now. Try again later." },
} as const satisfies Record<string, Refusal>;

/** An HTML page. Messages are constants. */
function refuse(response: ServerResponse, { status, message }: Refusal): void {
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Muster</title><p>${message}</p></html>`;
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

/** Whether the page that shows the frame is not allowed, as far as the browser says which one it is. */
function isElsewhere({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const referrer = URL.parse(headers.referer ?? "");
  return referrer !== null && referrer.host !== headers.host && !origins.includes(referrer.origin);
}

async function findPage(
  request: IncomingMessage,
  id: string,
): Promise<Refusal | { teamId: string; origins: string[] }> {
  const { db } = await openDatabase();
  const { publication } = await findPublicationCaller(db, id, "embed");
  const { teamId, origins } = publication;
  if (origins.length === 0) return refusals.nowhere;
  if (request.headers["sec-fetch-dest"] === "document") return refusals.direct;
  return isElsewhere(request, origins) ? refusals.elsewhere : { teamId, origins };
}

/**
 * Admits the page of an embedded app to the frames of its publication's websites, and its script to all. Other requests are left
 * as they are. Returns whether it continues by calling `next`, or has responded.
 */
export function handleEmbed(request: IncomingMessage, response: ServerResponse, next: () => void): boolean {
  const path = request.url?.split("?", 1)[0] ?? "";
  if (path === "/embed.js") response.setHeader("cross-origin-resource-policy", "cross-origin");
  const id = pagePath.exec(path)?.[1];
  if (id === undefined) return false;
  void findPage(request, id)
    .then((found) => {
      if ("status" in found) return refuse(response, found);
      allowFraming(request, response, found.origins);
      setRequestHeader(request, embedTeamHeader, found.teamId);
      setRequestHeader(request, embedOriginsHeader, found.origins.join(" "));
      next();
    })
    .catch((error: unknown) => {
      if (error instanceof AppError) return refuse(response, refusals.unknown);
      log().error({ err: error }, "The page of an embedded app could not be served.");
      if (response.headersSent) response.destroy();
      else refuse(response, refusals.failed);
    });
  return true;
}
