import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const server = "lib/server";

/** What comes in: bodies, uploads, targets and headers, markdown. */
export const inputMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/resources/references/variables.ts",
    ["tests/api/variable-clashes.test.ts"],
    ["a variable is deleted while it comes into use", "lockVariables", replace("call for 1", "$owner"), "d7c71dcaa2"],
  ),
  ...mutantsOf(
    `${server}/platform/http/body/read-body.ts`,
    ["tests/unit/http/read-body.test.ts"],
    ["a body is read whatever its size", "readBytes", drop("if 2"), "7fa10a346b"],
    ["the declared length is not looked at", "readBytes", drop("if 1"), "ad69c4346b"],
    ["__proto__ is a key", "isPolluting", drop("comparison 1"), "19f5cd9a02"],
    ["NUL is stored", "isStorable", always("&& 1"), "f0b5c14c95"],
    ["any content type is JSON", "readJsonBody", drop("if 2"), "990f13e199"],
  ),
  ...mutantsOf(
    `${server}/platform/http/body/json-bounds.ts`,
    ["tests/unit/http/read-body.test.ts"],
    ["depth is not bounded", "checkJsonBounds", never("if 1"), "50c282a2f2"],
    ["keys are not counted", "checkJsonBounds", never("if 2"), "a7ea26a2f2"],
    ["values are not counted", "checkJsonBounds", drop("if 3"), "bf3a0ca2f2"],
    ["what stands in a text is counted", "checkJsonBounds", drop("statement 1"), "199738a2f2"],
  ),
  ...mutantsOf(
    `${server}/platform/http/front/pipelining.ts`,
    ["tests/unit/http/pipelining.test.ts"],
    ["any number of requests may wait", "serializeRequests", never("comparison 1"), "fcaf72eb72"],
    ["what waits is begun for nobody", "serializeRequests", never("ternary 1"), "ce3c65eb72"],
  ),
  ...mutantsOf(
    "lib/server/api/reference/handlers.ts",
    ["tests/api/reference.test.ts", "built once"],
    ["the API's document is built again and again", "getDocument", always("comparison 1"), "67df3ea2df"],
  ),
  ...mutantsOf(
    "lib/server/api/http/dispatch.ts",
    ["tests/api/reference.test.ts", "limit by address"],
    ["what anyone may call has no limit", "respond", drop("statement 3"), "0ddebed0a6"],
  ),
  ...mutantsOf(
    "lib/server/platform/db/migrate/compare-migrations.ts",
    ["tests/unit/db/released-migrations.test.ts"],
    ["an edited migration is taken for the one before", "compareMigrations", always("call includes 1"), "03bfb9689b"],
    ["a newer database is taken for one of another version", "compareMigrations", drop("if 1"), "b9fc9e689b"],
    ["migrations are only counted", "compareMigrations", replace("comparison 2", "!$1_owner"), "67df3e689b"],
  ),
  ...mutantsOf(
    "lib/server/api/http/failure.ts",
    ["tests/api/unavailable.test.ts", "a stopped server"],
    ["a database that is away is an error", "toShownError", never("not 1"), "ad6adf8da7"],
  ),
  ...mutantsOf(
    `${server}/platform/http/body/temporary-files.ts`,
    ["tests/unit/http/receive-upload.test.ts", "limits"],
    ["an upload has any size", "temporaryFiles", drop("if 1"), "999bdea5ec"],
  ),
  ...mutantsOf(
    `${server}/platform/http/body/temporary-files.ts`,
    ["tests/unit/http/receive-upload.test.ts", "an upload"],
    [
      "an upload names its own place",
      "temporaryFiles",
      replace("call toString 1", "$other ?? $0", "not 1 > value"),
      "b5f3c7a5ec",
    ],
  ),
  ...mutantsOf(
    `${server}/platform/http/body/receive-upload.ts`,
    ["tests/unit/http/receive-upload.test.ts"],
    ["files of a broken upload stay", "receiveUpload", drop("statement 20"), "3579e1e75c"],
    ["an upload's field may be __proto__", "addField", drop("comparison 1"), "19f5cd64c3"],
  ),
  ...mutantsOf(
    "lib/server/platform/storage/images.ts",
    ["tests/unit/storage/images.test.ts"],
    ["a picture's type is not looked at", "makeIcon", drop("if 1"), "d9a275af64"],
  ),
  ...mutantsOf(
    "lib/server/resources/sessions/files.ts",
    ["tests/api/unstorable.test.ts", "attached files"],
    [
      "files that come together are not counted together",
      "addSessionFile",
      replace("call for 1", "$owner"),
      "15edc3c1ba",
    ],
  ),
  ...mutantsOf(
    "lib/server/platform/storage/response.ts",
    ["tests/api/sessions.test.ts", "attached files"],
    ["a stored file is sniffed", "createFileResponse", drop("object 1 > property 4"), "7b13e7371f"],
    ["a stored file runs", "createFileResponse", drop("object 1 > property 5"), "521207371f"],
    ["a stored file opens in the page", "createFileResponse", drop("if 2"), "747e68371f"],
  ),
  ...mutantsOf(
    `${server}/platform/http/front/request-target.ts`,
    ["tests/unit/http/front-guard.test.ts", "malformed requests"],
    ["TRACE is heard", "requestProblem", drop("if 1"), "04acfad514"],
    ["absolute targets are heard", "requestProblem", drop("if 2"), "8c13c9d514"],
    ["malformed encoding is heard", "requestProblem", drop("not 3"), "77aadbd514"],
    ["any host is heard", "requestProblem", drop("if 5"), "020ef0d514"],
  ),
  ...mutantsOf(
    `${server}/platform/http/front/request-headers.ts`,
    ["tests/unit/http/front-guard.test.ts", "headers of the request"],
    ["forwarded addresses are believed", "isDropped", never("not 1"), "67cf178bbe"],
    ["headers of Next's own are believed", "isDropped", never("call some 1"), "016a808bbe"],
    ["raw headers keep what was dropped", "dropForgedHeaders", always("not 1"), "206d6d98a4"],
  ),
  ...mutantsOf(
    `${server}/platform/http/front/client-address.ts`,
    ["tests/unit/http/front-guard.test.ts", "headers of the request"],
    ["the client chooses its address", "socketAddress", replace("call at 1 > argument 1", "0"), "3939941c1a"],
  ),
  ...mutantsOf(
    `${server}/platform/http/front/front-guard.ts`,
    ["tests/unit/http/front-guard.test.ts"],
    ["a trickling body is waited for", "attachFrontGuard", drop("if 2"), "259d6e370d"],
    ["every page has the same nonce", "attachFrontGuard", replace("call toString 1", '"nonce"'), "603221370d"],
    ["upgrades are not guarded", "attachFrontGuard", never("|| 2"), "cc1b53370d"],
  ),
  ...mutantsOf(
    `${server}/platform/http/front/assets.ts`,
    ["tests/unit/http/assets.test.ts"],
    ["a range is answered with the whole file", "createAssetHandler", never("|| 1 > operand 3"), "a6b8e3ecf4"],
    ["a browser without Brotli is sent Brotli", "createAssetHandler", drop("if 2"), "7234fdecf4"],
    ["any method reads a script", "createAssetHandler", never("|| 1 > operand 2"), "62d4c2ecf4"],
  ),
  ...mutantsOf(
    `${server}/platform/http/responses/compressed.ts`,
    ["tests/unit/http/assets.test.ts"],
    ["`*` accepts an encoding that is refused", "acceptsEncoding", replace("?? 2", "$1 || $2 || $3"), "463ee31d81"],
  ),
  ...mutantsOf(
    "components/shared/markdown/markdown-tree.ts",
    ["tests/unit/design/markdown.test.tsx", "safety"],
    ["images are fetched", "replace", always("comparison 3"), "6f6b350a45"],
  ),
  ...mutantsOf(
    "lib/utils/paths/safe-href.ts",
    ["tests/unit/design/markdown.test.tsx", "safety"],
    ["links lead anywhere", "safeHref", drop("not 2"), "ba00f566a3"],
  ),
  ...mutantsOf(
    "components/shared/markdown/markdown-renderer.tsx",
    ["tests/unit/design/markdown.test.tsx", "cost"],
    ["heavy markdown is parsed", "MarkdownRenderer", replace("if 1 > test", "$1.length > 100_000"), "3714b9f426"],
  ),
];
