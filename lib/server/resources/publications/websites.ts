import type { PublicationCaller } from "../../access/auth/publication-caller";
import { AppError } from "../../platform/errors/errors";
import { isOwnOrigin } from "../../platform/http/front/origin";

/** The other website whose page makes a request; null: none. Throws 403 for one that the publication doesn't allow. */
export function findWebsite({ headers }: Request, { publication }: PublicationCaller): string | null {
  const origin = headers.get("origin");
  if (origin === null || isOwnOrigin(origin)) return null;
  if (publication.origins.includes(origin.toLowerCase())) return origin;
  throw new AppError("forbidden", "This publication can't be used from this website.");
}

/** The same for programs with a browser inside, such as `app://notes`, which are no websites. */
export const findHttpWebsite = (request: Request, caller: PublicationCaller): string | null =>
  /^https?:/i.test(request.headers.get("origin") ?? "") ? findWebsite(request, caller) : null;

const exposed = "x-request-id, retry-after, x-should-retry";
const headerNames = /^[\w\-, ]{1,2000}$/;

/** Lets a page of the website read the response. */
export function allowWebsite({ headers }: Response, website: string): void {
  headers.set("access-control-allow-origin", website);
  headers.set("access-control-expose-headers", exposed);
  headers.append("vary", "Origin");
}

/** What a browser asks before a call with a key, which it doesn't send yet: whether the website may call is checked then. */
export function answerPreflight({ headers }: Request): Response {
  const asked = headers.get("access-control-request-headers") ?? "";
  const answer = {
    "access-control-allow-origin": headers.get("origin") ?? "*",
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": headerNames.test(asked) ? asked : "authorization, content-type",
    "access-control-max-age": "7200",
    vary: "Origin, Access-Control-Request-Headers",
  };
  return new Response(null, { status: 204, headers: answer });
}
