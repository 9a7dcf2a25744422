import { type Mutant, mutantsOf } from "../mutant";

const http = "lib/server/http";

/** What comes in: bodies, uploads, targets and headers, markdown. */
export const inputMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/variables/service.ts",
    ["tests/api/variable-clashes.test.ts"],
    ["a variable is deleted while it comes into use", '\n    .for("key share");', ";"],
  ),
  ...mutantsOf(
    `${http}/read-body.ts`,
    ["tests/unit/http/read-body.test.ts"],
    ["a body is read whatever its size", "if (size > maxBytes) throw bodyTooLarge(maxBytes);", ""],
    [
      "the declared length is not looked at",
      'if (Number(request.headers.get("content-length")) > maxBytes) throw bodyTooLarge(maxBytes);',
      "",
    ],
    ["__proto__ is a key", 'key === "__proto__" ||', ""],
    ["NUL is stored", '!text.includes("\\0") && text.isWellFormed()', "true"],
    ["any content type is JSON", 'if (type !== "application/json")', "if (false)"],
  ),
  ...mutantsOf(
    `${http}/json-bounds.ts`,
    ["tests/unit/http/read-body.test.ts"],
    ["depth is not bounded", "if (++depth > jsonMaxDepth)", "if (false)"],
    ["keys are not counted", "if (++keys > maxKeys)", "if (false)"],
    ["values are not counted", "if (values > maxValues)", "if (false)"],
    ["what stands in a text is counted", "at = endOfText(bytes, at + 1);", ""],
  ),
  ...mutantsOf(
    `${http}/pipelining.ts`,
    ["tests/unit/http/pipelining.test.ts"],
    ["any number of requests may wait", "queue.length >= maxWaiting", "false"],
    ["what waits is begun for nobody", "socket.destroyed ? undefined : ", ""],
  ),
  ...mutantsOf(
    "lib/server/reference/handlers.ts",
    ["tests/api/reference.test.ts", "built once"],
    ["the API's document is built again and again", "if (kept?.server !== server) kept", "kept"],
  ),
  ...mutantsOf(
    `${http}/dispatch.ts`,
    ["tests/api/reference.test.ts", "limit by address"],
    [
      "what anyone may call has no limit",
      'if (matched.shared || endpoint.access === "public") await limitStrangers(endpoint.name, address);',
      "",
    ],
  ),
  ...mutantsOf(
    "lib/server/db/compare-migrations.ts",
    ["tests/unit/db/released-migrations.test.ts"],
    [
      "an edited migration is taken for the one before",
      "if (expected.hash !== hash && !before.includes(hash))",
      "if (false)",
    ],
    [
      "a newer database is taken for one of another version",
      "if (applied.some(({ when }) => when > newest))",
      "if (false)",
    ],
    ["migrations are only counted", "if (expected?.when !== when)", "if (!expected)"],
  ),
  ...mutantsOf(
    `${http}/dispatch.ts`,
    ["tests/api/unavailable.test.ts", "a stopped server"],
    ["a database that is away is an error", "if (!lost && isTransient(error)) {", "if (false) {"],
  ),
  ...mutantsOf(
    `${http}/temporary-files.ts`,
    ["tests/unit/http/receive-upload.test.ts", "limits"],
    ["an upload has any size", "if (size > maxBytes) throw fileTooLarge(filename, maxBytes, most);", ""],
  ),
  ...mutantsOf(
    `${http}/temporary-files.ts`,
    ["tests/unit/http/receive-upload.test.ts", "an upload"],
    [
      "an upload names its own place",
      'const path = join(folder, randomBytes(16).toString("hex"));',
      'const path = join(folder, sentName ?? randomBytes(16).toString("hex"));',
    ],
  ),
  ...mutantsOf(
    `${http}/receive-upload.ts`,
    ["tests/unit/http/receive-upload.test.ts"],
    [
      "files of a broken upload stay",
      "    await dispose();\n    await drainBody(reader);",
      "    await drainBody(reader);",
    ],
    ["an upload's field may be __proto__", 'name === "__proto__" || ', ""],
  ),
  ...mutantsOf(
    "lib/server/storage/images.ts",
    ["tests/unit/storage/images.test.ts"],
    ["a picture's type is not looked at", "if (!found || !ACCEPTED.has(found.mime)) {", "if (false) {"],
  ),
  ...mutantsOf(
    "lib/server/sessions/files.ts",
    ["tests/api/unstorable.test.ts", "attached files"],
    [
      "files that come together are not counted together",
      '      .where(eq(sessions.id, sessionId))\n      .for("update");',
      "      .where(eq(sessions.id, sessionId));",
    ],
  ),
  ...mutantsOf(
    "lib/server/storage/response.ts",
    ["tests/api/sessions.test.ts", "attached files"],
    ["a stored file is sniffed", '"x-content-type-options": "nosniff",', ""],
    ["a stored file runs", '"content-security-policy": "sandbox; default-src \'none\'",', ""],
    ["a stored file opens in the page", "if (filename) headers", "if (false) headers"],
  ),
  ...mutantsOf(
    `${http}/request-target.ts`,
    ["tests/unit/http/front-guard.test.ts", "malformed requests"],
    ["TRACE is heard", 'if (method === "TRACE" || method === "CONNECT") {', "if (false) {"],
    ["absolute targets are heard", 'if (!target.startsWith("/") || target.startsWith("//")) {', "if (false) {"],
    ["malformed encoding is heard", " || !decodes(target)", ""],
    ["any host is heard", 'if (hosts !== 1 || !HOST.test(headers.host ?? ""))', "if (false)"],
  ),
  ...mutantsOf(
    `${http}/request-headers.ts`,
    ["tests/unit/http/front-guard.test.ts", "headers of the request"],
    ["forwarded addresses are believed", "return !trust.trustProxy;", "return false;"],
    ["headers of Next's own are believed", "INTERNAL_PREFIXES.some((prefix) => name.startsWith(prefix))", "false"],
    [
      "raw headers keep what was dropped",
      '!isDropped(rawHeaders[index - (index % 2)]?.toLowerCase() ?? "", trust)',
      "true",
    ],
  ),
  ...mutantsOf(
    `${http}/client-address.ts`,
    ["tests/unit/http/front-guard.test.ts", "headers of the request"],
    ["the client chooses its address", 'forwarded.split(",").at(-1)', 'forwarded.split(",").at(0)'],
  ),
  ...mutantsOf(
    `${http}/front-guard.ts`,
    ["tests/unit/http/front-guard.test.ts"],
    ["a trickling body is waited for", "else limitBodyTime(request, options);", ""],
    ["every page has the same nonce", 'const nonce = randomBytes(16).toString("base64");', 'const nonce = "nonce";'],
    ["upgrades are not guarded", 'if (event === "upgrade" || event === "connect") {', "if (false) {"],
  ),
  ...mutantsOf(
    "components/shared/markdown-tree.ts",
    ["tests/unit/design/markdown.test.tsx", "safety"],
    ["images are fetched", 'if (node.tagName !== "img") return clean(node, inLink);', "return clean(node, inLink);"],
  ),
  ...mutantsOf(
    "lib/utils/safe-href.ts",
    ["tests/unit/design/markdown.test.tsx", "safety"],
    [
      "links lead anywhere",
      "if (!href || !/^(https?:\\/\\/[^/\\\\]|mailto:)/i.test(href)) return undefined;",
      "if (!href) return undefined;",
    ],
  ),
  ...mutantsOf(
    "components/shared/markdown-renderer.tsx",
    ["tests/unit/design/markdown.test.tsx", "cost"],
    ["heavy markdown is parsed", "if (isHeavyMarkdown(text))", "if (text.length > 100_000)"],
  ),
];
