import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const addresses = "tests/unit/outbound/addresses.test.ts";

/** Secrets, and where requests may go. */
export const secretMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/models/config.ts`,
    ["tests/api/resources.test.ts", "models"],
    ["secrets are shown", "isSecret(field) ? maskSecret(String(value)) : value", "value"],
    [
      "a secret follows its address anywhere",
      "if (kept && isSecret(field) && old !== undefined && moved)",
      "if (false)",
    ],
  ),
  ...mutantsOf(
    `${server}/models/config.ts`,
    ["tests/api/resources.test.ts", "a location"],
    ["a location is stored that names a host", "if (region && !isRegion(String(value))) return", "if (false) return"],
  ),
  ...mutantsOf(
    `${server}/models/providers/google-vertex.ts`,
    ["tests/unit/providers/google-vertex.test.ts", "sends its token"],
    ["a token goes to the host that a location names", "if (!isRegion(location))", "if (false)"],
  ),
  ...mutantsOf(
    `${server}/models/config.ts`,
    ["tests/api/planted-secrets.test.ts"],
    [
      "secrets are stored in clear",
      'isSecret(field) ? sealSecret("model", { teamId, rowId }, String(value)) : value',
      "value",
    ],
  ),
  ...mutantsOf(
    `${server}/variables/queries.ts`,
    ["tests/api/variables.test.ts", "secret"],
    ["a secret variable is shown", "secret && value ? maskSecret(value) : value", "value"],
  ),
  ...mutantsOf(
    `${server}/variables/service.ts`,
    ["tests/api/variables.test.ts", "secret"],
    [
      "a secret variable is stored in clear",
      'secret && value ? sealSecret("variable", { teamId, rowId: id }, value) : value',
      "value",
    ],
    ["a secret stands in a prompt", "rows.filter((row) => row.secret)", "rows.filter(() => false)"],
  ),
  ...mutantsOf(
    `${server}/variables/edit.ts`,
    ["tests/api/variables.test.ts", "secret"],
    ["an edit shows a secret", "if (kept && row.secret && !secret && stored)", "if (false)"],
    ["a variable in a prompt becomes a secret", "  if (user)\n", "  if (false)\n"],
    [
      "sessions keep in clear what is secret now",
      "sql`${sessions.variables} - ${name}::text`",
      "sql`${sessions.variables}`",
    ],
  ),
  ...mutantsOf(
    `${server}/runs/values.ts`,
    ["tests/api/variables.test.ts", "a session"],
    ["a session keeps secrets in clear", "if (!secret.has(name)) variables.set", "if (true) variables.set"],
    [
      "a message keeps the session's secrets",
      "...Object.values(session.secretVariables).map((sealed) => open(session, sealed)),",
      "",
    ],
    ["a tool's result keeps the team's secrets", "secret && defaultValue).map(openValue)", "false).map(openValue)"],
  ),
  ...mutantsOf(
    `${server}/runs/values.ts`,
    ["tests/unit/prompt-names.test.ts"],
    ["a secret fills a prompt", "for (const { name, secret } of known) if (secret) values.delete(name);", ""],
  ),
  ...mutantsOf(
    `${server}/runs/tool-calls.ts`,
    ["tests/api/variables.test.ts", "from a tool"],
    [
      "a tool's result is stored as it is",
      "cutSecretsIn(await outcome(run.teamId, tool, call, breakOff, beside), secrets)",
      "(await outcome(run.teamId, tool, call, breakOff, beside))",
    ],
  ),
  ...mutantsOf(
    `${server}/runs/start.ts`,
    ["tests/api/variables.test.ts", "a session"],
    ["a message is stored as it is", "cutSecrets(written, secretValues(holder))", "written"],
    [
      "a session begins without its values",
      "if (isProcess || (row.messageCount === 0 && !form.replaces)) await requireValues(tx, holder);",
      "",
    ],
  ),
  ...mutantsOf(
    `${server}/crypto/cut-secrets.ts`,
    ["tests/unit/crypto/cut-secrets.test.ts"],
    ["a line of a secret is no secret", ", ...[secret, ...inside].flatMap(linesOf)", ""],
  ),
  ...mutantsOf(
    `${server}/log.ts`,
    ["tests/unit/crypto/cut-secrets.test.ts"],
    ["the log knows no secrets by value", "hooks: { streamWrite: cutRememberedSecrets },", ""],
    ["the log knows no secrets by name", "redact: { paths, censor: CUT },", ""],
  ),
  ...mutantsOf(
    `${server}/models/providers/provider-words.ts`,
    ["tests/unit/providers/failures.test.ts"],
    [
      "a provider's words keep the key",
      "cutRememberedSecrets(cutSecrets(text.slice(0, readMost), secrets))",
      "text.slice(0, readMost)",
    ],
  ),
  ...mutantsOf(
    `${server}/crypto/secrets.ts`,
    ["tests/unit/crypto/secrets.test.ts"],
    [
      "a sealed secret opens in every row",
      "JSON.stringify([VERSION, purpose, teamId, rowId])",
      "JSON.stringify([VERSION, purpose, teamId])",
    ],
    [
      "a sealed secret opens in every team",
      "JSON.stringify([VERSION, purpose, teamId, rowId])",
      "JSON.stringify([VERSION, purpose, rowId])",
    ],
  ),
  ...mutantsOf(
    `${server}/secret.ts`,
    ["tests/api/secret.test.ts"],
    ["one key serves every purpose", '"muster", purpose, 32)', '"muster", "one", 32)'],
    ["everybody reads the application's secret", "chmodSync(path, 0o600);", "chmodSync(path, 0o644);"],
    [
      "any secret starts",
      "if (stored.length === value.length && timingSafeEqual(Buffer.from(stored), Buffer.from(value))) return;",
      "return;",
    ],
  ),
  ...mutantsOf(
    `${server}/start.ts`,
    ["tests/api/private-files.test.ts"],
    ["folders of an older version stay open to other users", "  closeFolders();\n", ""],
  ),
  ...mutantsOf(
    `${server}/private-files.ts`,
    ["tests/api/private-files.test.ts"],
    ["files are everybody's to read", "process.umask(0o077)", "process.umask(0o022)"],
    ["folders of others are closed", "if (uid !== process.getuid?.() || mode & sticky) return false;", ""],
  ),
  ...mutantsOf(
    `${server}/outbound/address-check.ts`,
    [addresses],
    [
      "private addresses are called",
      "if (!special || allowed(host, port, address) || (rules.development && isLoopback(address))) return undefined;",
      "return undefined;",
    ],
    ["Muster calls itself", "if (await isOwn(host, port, address)) {", "if (false) {"],
    ["development calls every private address", "(rules.development && isLoopback(address))", "rules.development"],
  ),
  ...mutantsOf(
    `${server}/outbound/connector.ts`,
    ["tests/unit/outbound/fetch.test.ts", "a call"],
    ["what is dialled is not what was checked", "lookup: pinnedLookup(addresses),", ""],
  ),
  ...mutantsOf(
    `${server}/outbound/redirects.ts`,
    ["tests/unit/outbound/redirects.test.ts"],
    [
      "credentials go along to another host",
      "for (const name of [...headers.keys()]) if (!KEPT_ACROSS_HOSTS.has(name)) headers.delete(name);",
      "",
    ],
    ["a body goes along to another host", "if (body !== null)", "if (false)"],
  ),
  ...mutantsOf(
    `${server}/outbound/outbound.ts`,
    ["tests/unit/outbound/redirects.test.ts"],
    ["redirects are followed unchecked", 'redirect: "manual",', 'redirect: "follow",'],
    ["redirects go on for ever", "if (redirects === MAX_REDIRECTS)", "if (redirects === 1_000)"],
    ["an address carries a password", "if (url.username || url.password) {", "if (false) {"],
  ),
  ...mutantsOf(
    `${server}/outbound/outbound.ts`,
    ["tests/unit/outbound/fetch.test.ts"],
    ["any scheme is called", 'if (url.protocol !== "http:" && url.protocol !== "https:") {', "if (false) {"],
    ["headers are waited for", "}, headersTimeoutMs);", "}, 1_000_000);"],
  ),
  ...mutantsOf(
    `${server}/outbound/limited-body.ts`,
    ["tests/unit/outbound/fetch.test.ts", "limits"],
    ["an answer has any size", "if (bytes > maxBytes) return tooLarge(target, maxBytes);", ""],
  ),
];
