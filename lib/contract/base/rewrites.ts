const name = "[^/]+";
const below = `(?:/${name})*`;

/** Paths of the API without their first slash, as regular expressions. */
const paths = [
  `(?:static|webhooks|scim|v1)${below}`,
  `stripe-${name}`,
  `mcp/${name}`,
  `hooks/${name}`,
  "oauth/(?:register|token|revoke)",
  `\\.well-known/oauth-(?:authorization-server|protected-resource/mcp/${name})`,
  `${name}/airbyte${below}`,
  // These also exist under `/s`, for shared mode.
  `(?:s/)?(?:${[
    `(?:${name}/){0,3}${name}\\.json`,
    `${name}/(?:datasource/${name}/document|(?:agent|app)/${name}/revision)/${name}\\.json`,
    `${name}/${name}\\.csv`,
    `${name}/evaluation/${name}/results\\.(?:csv|xml)`,
    `${name}/app/${name}\\.yaml`,
    `(?:${name}/)?forms${below}`,
    `${name}/session/${name}/events`,
    `${name}/session/${name}/file/${name}`,
  ].join("|")})`,
];

const callPath = new RegExp(`^/(?:${paths.join("|")})$`);

/**
 * Whether a path belongs to the API, for any method. Excludes a path that is shared with a page and distinguished by its
 * query.
 */
export const isCallPath = (pathname: string): boolean => callPath.test(pathname);

/**
 * In `afterFiles`: in `beforeFiles` the rewrites would chain. The dispatcher matches the original path. Few rules, because
 * Next compiles all of them and tries them in order for each request it handles.
 */
export const rewrites = [
  { source: `/:path(${paths.join("|")})`, destination: "/api/:path" },
  { source: "/:slug/task", destination: "/api/:slug/task", has: [{ type: "query" as const, key: "name" }] },
];
