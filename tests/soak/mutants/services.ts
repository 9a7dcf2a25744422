import { type Mutant, mutantsOf } from "../mutant";

const connectors = "lib/server/connectors";
const unit = "tests/unit/connectors";

const connect = "tests/api/connect.test.ts";

/** Connectors of services: who may connect them, what they may cost, and that nothing is lost on the way. */
export const serviceMutants: Mutant[] = [
  ...mutantsOf(
    `${connectors}/oauth/authorize.ts`,
    [`${unit}/oauth.test.ts`, "a state"],
    ["another browser ends what one began", "if (!cookie || !safeEqual(cookie, state)) throw over();", ""],
    ["another account ends what one began", "rowId: `connect:${accountId}`", 'rowId: "connect"'],
    ["an old state is taken", "if (until < Date.now()) throw over();", ""],
  ),
  ...mutantsOf(
    `${connectors}/oauth/authorize.ts`,
    [connect, "refuses another browser"],
    ["another browser ends what one began, by a call", "if (!cookie || !safeEqual(cookie, state)) throw over();", ""],
    ["another account ends what one began, by a call", "rowId: `connect:${accountId}`", 'rowId: "connect"'],
    [
      "another team ends what one began",
      '}: Omit<Begun, "service">) => ({ teamId,',
      '}: Omit<Begun, "service">) => ({ teamId: "any",',
    ],
  ),
  ...mutantsOf(
    "lib/server/datasources/connect-handlers.ts",
    [connect, "refuses another browser"],
    ["the state is its own cookie", "code, state, cookie, teamId", "code, state, cookie: state, teamId"],
  ),
  ...mutantsOf(
    "lib/server/datasources/grants.ts",
    [connect, "keeps a grant"],
    ["anybody uses a grant", ", eq(tokens.accountId, accountId)],", "],"],
    [
      "a grant is used in another team",
      "if (!found || found.teamId !== teamId) throw over();",
      "if (!found) throw over();",
    ],
    ["an old grant is used", "        gt(tokens.expires, new Date()),\n", ""],
  ),
  ...mutantsOf(
    "lib/server/datasources/grants.ts",
    [connect, "connecting an account"],
    ["a grant is sent to another service", "if (service === wanted) return;", "if (wanted) return;"],
    ["a grant is used twice", "if (found.sealed === undefined) throw over();", 'found.sealed ??= "";'],
    ["a grant is kept in clear", "seal(teamId, id, authentication.refreshToken) };", "authentication.refreshToken };"],
  ),
  ...mutantsOf(
    "lib/server/datasources/service.ts",
    [connect, "a token that the service replaces"],
    [
      "a replaced token overwrites a newer sign-in",
      "if (!Object.keys(changes).every((name) => isDeepStrictEqual(now[name], before[name]))) return;",
      "",
    ],
    [
      "a replaced token is stored in clear",
      "sealDatasource({ ...row, config: { ...now, ...changes } });",
      "{ ...now, ...changes };",
    ],
  ),
  ...mutantsOf(
    "lib/server/knowledge/pipeline/open-source.ts",
    [connect, "a token that the service replaces"],
    ["a sync loses what the source replaced", "await keepSettings(db, row, changes);", ""],
  ),
  ...mutantsOf(
    `${connectors}/oauth/access.ts`,
    [`${unit}/oauth.test.ts`, "keeps a refresh token"],
    ["a replaced refresh token is lost", "tokens.refreshToken !== latest", "tokens.refreshToken === latest"],
  ),
  ...mutantsOf(
    `${connectors}/bigquery/client.ts`,
    [`${unit}/bigquery.test.ts`, "cost more"],
    ["a query may cost anything", "String(maxGigabytes * 1024 ** 3)", 'String("9".repeat(18))'],
  ),
  ...mutantsOf(
    `${connectors}/download.ts`,
    [`${unit}/google-drive.test.ts`, "leaves no file behind"],
    ["half a file stays", "await rm(path, { force: true });", ""],
  ),
  ...mutantsOf(
    `${connectors}/tree/read.ts`,
    [`${unit}/onedrive.test.ts`, "from the start"],
    ["a continued list takes its first part for gone", "if (continued) yield* tellKeys(tree, top);", ""],
  ),
  ...mutantsOf(
    `${connectors}/tree/changes.ts`,
    [`${unit}/google-drive.test.ts`, "folders that come"],
    ["what left with its folder stays", "yield* tellKeys(tree, state.top);", ""],
    ["a sweep is lost with the process", "if (!folders.swept) yield", "if (true) yield"],
  ),
  ...mutantsOf(
    `${connectors}/airbyte/connector.ts`,
    ["tests/api/connector-airbyte.test.ts", "without the secrets"],
    [
      "what Airbyte says shows secrets",
      "connectorFailure(airbyteFailure(error) ?? error, secrets)",
      "connectorFailure(airbyteFailure(error) ?? error, [])",
    ],
  ),
];
