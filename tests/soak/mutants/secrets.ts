import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const addresses = "tests/unit/outbound/addresses.test.ts";

/** Secrets, and where requests may go. */
export const secretMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/models/config.ts`,
    ["tests/api/resources.test.ts", "models"],
    ["secrets are shown", "maskConfig", never("ternary 1"), "f9556d41a2"],
    ["a secret follows its address anywhere", "mergeConfig", drop("if 1"), "e34fb3aec8"],
  ),
  ...mutantsOf(
    `${server}/engine/models/config.ts`,
    ["tests/api/resources.test.ts", "a location"],
    ["a location is stored that names a host", "findFieldProblem", drop("if 1"), "ce64697f48"],
  ),
  ...mutantsOf(
    `${server}/engine/models/providers/clients/google-vertex.ts`,
    ["tests/unit/providers/google-vertex.test.ts", "sends its token"],
    ["a token goes to the host that a location names", "getLocation", drop("if 1"), "28291529c0"],
  ),
  ...mutantsOf(
    `${server}/engine/models/providers/shared/headers.ts`,
    ["tests/api/providers.test.ts", "what is missing"],
    ["a header names another host", "parseHeaders", drop("|| 1 > operand 2"), "ffe460b19b"],
  ),
  ...mutantsOf(
    `${server}/engine/models/providers/list-models.ts`,
    ["tests/unit/providers/list-models.test.ts"],
    ["a list of models has no end", "listProviderModels", replace("call slice 1", "$owner"), "b42ffc702d"],
  ),
  ...mutantsOf(
    `${server}/engine/models/config.ts`,
    ["tests/api/planted-secrets.test.ts"],
    ["secrets are stored in clear", "encryptConfig", never("ternary 1"), "f9556dfff9"],
  ),
  ...mutantsOf(
    `${server}/resources/variables/queries.ts`,
    ["tests/api/variables.test.ts", "secret"],
    ["a secret variable is shown", "toVariableView", never("&& 1"), "b214ea931f"],
  ),
  ...mutantsOf(
    "lib/server/resources/references/variables.ts",
    ["tests/api/variables.test.ts", "secret"],
    ["a secret stands in a prompt", "findSecretIssues", replace("call filter 1", "$callee(() => false)"), "cd7899acf6"],
  ),
  ...mutantsOf(
    "lib/server/engine/variables/variables.ts",
    ["tests/api/variables.test.ts", "secret"],
    ["a secret variable is stored in clear", "toStoredValue", never("&& 1"), "de4b571e94"],
  ),
  ...mutantsOf(
    `${server}/resources/variables/edit.ts`,
    ["tests/api/variables.test.ts", "secret"],
    ["an edit shows a secret", "toChangedValue", drop("if 1"), "cf22edff61"],
    ["a variable in a prompt becomes a secret", "checkSecret", drop("if 1"), "73301135a5"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/sessions.ts`,
    ["tests/api/variables.test.ts", "secret"],
    [
      "sessions keep in clear what is secret now",
      "deleteValue",
      reword("template 1", "{1} - {2}::text", "{1}"),
      "abc428f687",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/runs/context/values.ts`,
    ["tests/api/variables.test.ts", "a session"],
    ["a session keeps secrets in clear", "mergeValues", never("call has 1"), "a7c7d80cba"],
    ["a message keeps the session's secrets", "secretValues", drop("spread 1"), "0e7943fdb0"],
    ["a tool's result keeps the team's secrets", "secretValues", never("&& 1"), "de4b57fdb0"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/context/values.ts`,
    ["tests/unit/prompt-names.test.ts"],
    ["a secret fills a prompt", "promptValues", drop("loop 2"), "fc9e579b29"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/loop/tool-calls.ts`,
    ["tests/api/variables.test.ts", "from a tool"],
    ["a tool's result is stored as it is", "runCall", replace("variable 9 > value", "$1"), "df682434fa"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/start.ts`,
    ["tests/api/variables.test.ts", "a session"],
    ["a message is stored as it is", "startRun", replace("variable 13 > value", "$1"), "84683c8f63"],
    ["a session begins without its values", "startRun", never("|| 2"), "8552638f63"],
  ),
  ...mutantsOf(
    `${server}/platform/crypto/redact.ts`,
    ["tests/unit/crypto/cut-secrets.test.ts"],
    ["a line of a secret is no secret", "secretForms", drop("array 2 > element 2"), "af2b045467"],
  ),
  ...mutantsOf(
    `${server}/platform/log/log.ts`,
    ["tests/unit/crypto/cut-secrets.test.ts"],
    ["the log knows no secrets by value", "createLogger", drop("object 1 > property 6"), "7e1bb31038"],
    ["the log knows no secrets by name", "createLogger", drop("object 1 > property 4"), "b589a31038"],
  ),
  ...mutantsOf(
    `${server}/engine/models/providers/shared/provider-message.ts`,
    ["tests/unit/providers/failures.test.ts"],
    ["a provider's words keep the key", "tidyMessage", replace("call 1", "$1_1"), "5972e30a1b"],
  ),
  ...mutantsOf(
    `${server}/platform/crypto/secrets.ts`,
    ["tests/unit/crypto/secrets.test.ts"],
    ["a sealed secret opens in every row", "associatedData", drop("array 1 > element 4"), "55ae372ca5"],
    ["a sealed secret opens in every team", "associatedData", drop("array 1 > element 3"), "9f0e642ca5"],
  ),
  ...mutantsOf(
    `${server}/platform/crypto/secret.ts`,
    ["tests/api/secret.test.ts"],
    ["one key serves every purpose", "keyFrom", replace("call hkdfSync 1 > argument 4", '"one"'), "003171185a"],
    [
      "everybody reads the application's secret",
      "readSecretFile",
      replace("call chmodSync 1 > argument 2", "0o644"),
      "cc6a59ca9d",
    ],
  ),
  ...mutantsOf(
    "lib/server/main/check-secret.ts",
    ["tests/api/secret.test.ts"],
    ["any secret starts", "checkSecret", always("&& 1"), "9a631abb90"],
  ),
  ...mutantsOf(
    `${server}/main/start.ts`,
    ["tests/api/private-files.test.ts"],
    ["folders of an older version stay open to other users", "startWork", drop("statement 4"), "9ef5bdaf3e"],
  ),
  ...mutantsOf(
    `${server}/platform/disk/private-files.ts`,
    ["tests/api/private-files.test.ts"],
    ["files are everybody's to read", "restrictNewFiles", replace("literal 1", "0o022"), "87521a2492"],
    ["folders of others are closed", "restrictMode", drop("if 1"), "48f3397dc7"],
  ),
  ...mutantsOf(
    `${server}/platform/outbound/address-check.ts`,
    [addresses],
    ["private addresses are called", "createAddressCheck", always("not 1"), "ab58d7e86a"],
    ["Muster calls itself", "createAddressCheck", never("await 2"), "550f47e86a"],
    ["development calls every private address", "createAddressCheck", drop("&& 2 > operand 2"), "bd0416e86a"],
  ),
  ...mutantsOf(
    `${server}/platform/outbound/connector.ts`,
    ["tests/unit/outbound/fetch.test.ts", "a call"],
    ["what is dialled is not what was checked", "guardedConnector", drop("object 1 > property 6"), "e4dd08ddfb"],
  ),
  ...mutantsOf(
    `${server}/platform/outbound/redirects.ts`,
    ["tests/unit/outbound/redirects.test.ts"],
    ["credentials go along to another host", "createNextHop", drop("loop 2"), "6865ba0f72"],
    ["a body goes along to another host", "createNextHop", drop("if 5"), "58ad110f72"],
  ),
  ...mutantsOf(
    `${server}/platform/outbound/outbound.ts`,
    ["tests/unit/outbound/redirects.test.ts"],
    ["redirects are followed unchecked", "createOutbound", reword("literal 4", "manual", "follow"), "1a55b25b85"],
    ["redirects go on for ever", "createOutbound", replace("comparison 6", "$1 === 1_000"), "f2c4855b85"],
    ["an address carries a password", "checkUrl", drop("if 2"), "f100f82f09"],
  ),
  ...mutantsOf(
    `${server}/platform/outbound/outbound.ts`,
    ["tests/unit/outbound/fetch.test.ts"],
    ["any scheme is called", "checkUrl", drop("if 1"), "2069272f09"],
    ["headers are waited for", "createOutbound", replace("variable 8 > value > argument 2", "1_000_000"), "2ac28e5b85"],
  ),
  ...mutantsOf(
    `${server}/platform/outbound/limited-body.ts`,
    ["tests/unit/outbound/fetch.test.ts", "limits"],
    ["an answer has any size", "limitBody", drop("if 1"), "9bd5d4960e"],
  ),
];
