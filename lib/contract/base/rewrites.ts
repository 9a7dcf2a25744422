const name = "[^/]+";
const below = `(?:/${name})*`;

/** Paths of the API without their first slash, as regular expressions. */
const paths = [
  `(?:static|webhooks)${below}`,
  `stripe-${name}`,
  `${name}/airbyte${below}`,
  // These also exist under `/s`, for shared mode.
  `(?:s/)?(?:${[
    `(?:${name}/){0,3}${name}\\.json`,
    `${name}/datasource/${name}/document/${name}\\.json`,
    `${name}/${name}\\.csv`,
    `${name}/app/${name}\\.yaml`,
    `(?:${name}/)?forms${below}`,
    `${name}/session/${name}/events`,
    `${name}/session/${name}/file/${name}`,
  ].join("|")})`,
];

const callPath = new RegExp(`^/(?:${paths.join("|")})$`);

/** Whether a path belongs to the API, whatever the method; without the one that only its query tells from a page. */
export const isCallPath = (pathname: string): boolean => callPath.test(pathname);

/**
 * In `afterFiles`: in `beforeFiles` they would chain into each other. The dispatcher matches the original path. Few rules,
 * because Next compiles and tries one after the other for each request that it renders or answers.
 */
export const rewrites = [
  { source: `/:path(${paths.join("|")})`, destination: "/api/:path" },
  { source: "/:slug/task", destination: "/api/:slug/task", has: [{ type: "query" as const, key: "name" }] },
];
