import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, replace } from "../mutation/operation";

const server = "lib/server";
const unit = "tests/unit/connectors";

const connect = "tests/api/connect.test.ts";

/** Connectors of services: who may connect them, what they may cost, and that nothing is lost on the way. */
export const serviceMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/connectors/oauth/authorize.ts`,
    [`${unit}/oauth.test.ts`, "a state"],
    ["another browser ends what one began", "verifyState", drop("if 1"), "1eaa0bdee4"],
    ["another account ends what one began", "toSecretKey", replace("template 1", '"connect"'), "b58c1ccb4a"],
    ["an old state is taken", "verifyState", drop("if 2"), "54469adee4"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/oauth/authorize.ts`,
    [connect, "refuses another browser"],
    ["another browser ends what one began, by a call", "verifyState", drop("if 1"), "1eaa0bdee4"],
    ["another account ends what one began, by a call", "toSecretKey", replace("template 1", '"connect"'), "b58c1ccb4a"],
    [
      "another team ends what one began",
      "toSecretKey",
      replace("value > body > property 1 > value", '"any"'),
      "2ceb0fcb4a",
    ],
  ),
  ...mutantsOf(
    "lib/server/resources/datasources/connection/connect-handlers.ts",
    [connect, "refuses another browser"],
    [
      "the state is its own cookie",
      "implement.finish",
      replace("object 2 > property 3 > value", "$other", "object 2 > property 2 > value"),
      "495fd1985e",
    ],
  ),
  ...mutantsOf(
    "lib/server/resources/datasources/connection/grants.ts",
    [connect, "keeps a grant"],
    ["anybody uses a grant", "readGrant", drop("call eq 3"), "0d06a366f7"],
    ["a grant is used in another team", "readGrant", drop("comparison 2"), "16b3cd66f7"],
    ["an old grant is used", "readGrant", drop("call gt 1"), "a923ae66f7"],
  ),
  ...mutantsOf(
    "lib/server/resources/datasources/connection/grants.ts",
    [connect, "connecting an account"],
    ["a grant is sent to another service", "checkService", replace("comparison 1", "$2"), "f2c485aa8f"],
    ["a grant is used twice", "readGrant", replace("if 4", '$1_1 ??= "";'), "f1b3db66f7"],
    ["a grant is kept in clear", "storeGrant", replace("call 4", "$3"), "fbbbfce091"],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/source-settings.ts",
    [connect, "a token that the service replaces"],
    ["a replaced token overwrites a newer sign-in", "storeReplacedSettings", drop("if 2"), "1ad1669166"],
    [
      "a replaced token is stored in clear",
      "storeReplacedSettings",
      replace("variable 5 > value", "$1_2_1"),
      "1caad89166",
    ],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/pipeline/stages/open-source.ts",
    [connect, "a token that the service replaces"],
    ["a sync loses what the source replaced", "openSource", drop("statement 2"), "414910fa20"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/oauth/access.ts`,
    [`${unit}/oauth.test.ts`, "keeps a refresh token"],
    ["a replaced refresh token is lost", "oauthAccess", replace("comparison 1", "$1 === $2"), "a6b8e3bbd7"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/bigquery/client.ts`,
    [`${unit}/bigquery.test.ts`, "cost more"],
    ["a query may cost anything", "createBigqueryClient", replace("arithmetic 1", '"9".repeat(18)'), "837374235b"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/shared/download.ts`,
    [`${unit}/google-drive.test.ts`, "leaves no file behind"],
    ["half a file stays", "saveBody", drop("statement 4"), "245939d2ad"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/tree/read.ts`,
    [`${unit}/onedrive.test.ts`, "from the start"],
    ["a continued list takes its first part for gone", "readList", drop("if 2"), "772d190713"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/tree/changes.ts`,
    [`${unit}/google-drive.test.ts`, "folders that come"],
    ["what left with its folder stays", "readChanges", drop("statement 3"), "586a267869"],
    ["a sweep is lost with the process", "readChanges", always("not 1"), "67cf177869"],
  ),
  ...mutantsOf(
    `${server}/engine/connectors/airbyte/connector.ts`,
    ["tests/api/connector-airbyte.test.ts", "without the secrets"],
    [
      "what Airbyte says shows secrets",
      "createAirbyteConnector",
      replace("ternary 1 > else > argument 2", "[]"),
      "98d317e398",
    ],
  ),
];
