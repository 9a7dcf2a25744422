const to = (source: string, destination: string) => ({ source, destination: `/api${destination}` });

const json = "[^/]+\\.json";

/** Paths of the API below a prefix ("" or "/s"), as Next rewrite rules. The dispatcher matches the original path. */
const below = (prefix: string) => [
  to(`${prefix}/:file(${json})`, `${prefix}/:file`),
  to(`${prefix}/:slug/:file(${json})`, `${prefix}/:slug/:file`),
  to(`${prefix}/:slug/:file([^/]+\\.csv)`, `${prefix}/:slug/:file`),
  to(`${prefix}/:slug/:kind/:file(${json})`, `${prefix}/:slug/:kind/:file`),
  to(`${prefix}/:slug/:kind/:id/:file(${json})`, `${prefix}/:slug/:kind/:id/:file`),
  to(`${prefix}/:slug/forms/:path*`, `${prefix}/:slug/forms/:path*`),
  to(`${prefix}/:slug/session/:id/events`, `${prefix}/:slug/session/:id/events`),
  to(`${prefix}/:slug/session/:id/file/:file`, `${prefix}/:slug/session/:id/file/:file`),
];

/** In `afterFiles`: they would chain into each other in `beforeFiles`. */
export const rewrites = [
  to("/forms/:path*", "/forms/:path*"),
  to("/s/forms/:path*", "/s/forms/:path*"),
  to("/static/:path*", "/static/:path*"),
  to("/stripe-:call", "/stripe-:call"),
  to("/webhooks/:path*", "/webhooks/:path*"),
  to("/:slug/airbyte/:path*", "/:slug/airbyte/:path*"),
  { ...to("/:slug/task", "/:slug/task"), has: [{ type: "query" as const, key: "name" }] },
  ...below("/s"),
  ...below(""),
];
