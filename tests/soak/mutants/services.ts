import { type Mutant, mutantsOf } from "../mutant";

const connectors = "lib/server/connectors";
const unit = "tests/unit/connectors";

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
