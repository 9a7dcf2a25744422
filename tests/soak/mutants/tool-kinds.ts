import { type Mutant, mutantsOf } from "../mutant";

const kinds = "lib/server/tools/kinds";
const suite = (name: string): string => `tests/unit/tools-kinds/${name}.test.ts`;

/** What keeps foreign documents, services and servers from doing more than they are asked. */
export const toolKindMutants: Mutant[] = [
  ...mutantsOf(
    `${kinds}/schema-reader.ts`,
    [suite("openapi")],
    ["schemas contain themselves without an end", "if (stack.includes(reference))", "if (false)"],
    ["schemas have any size", "if (this.#left >= 0) return true;", "return true;"],
    ["references lead out of the document", 'if (!reference.startsWith("#/") && reference !== "#")', "if (false)"],
    [
      "references lead to what objects inherit",
      "isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined",
      "isObject(value) ? value[name] : undefined",
    ],
    ["properties are named __proto__", 'return name !== "__proto__" && ', "return "],
  ),
  ...mutantsOf(
    `${kinds}/http/parse-document.ts`,
    [suite("openapi"), "a hostile document"],
    ["documents have any number of values", "if (counted > mostValues)", "if (false)"],
    ["documents have any length", "if (text.length > documentMost)", "if (false)"],
  ),
  ...mutantsOf(
    "lib/server/parse-yaml.ts",
    [suite("openapi"), "a hostile document"],
    ["aliases stand for anything", "isFile ? mostInFile : mostAliases", "isFile ? mostInFile : -1"],
  ),
  ...mutantsOf(
    `${kinds}/http/read-openapi.ts`,
    [suite("openapi"), "a hostile document"],
    ["documents have any number of operations", "if (found.length === mostOperations)", "if (false)"],
  ),
  ...mutantsOf(
    `${kinds}/schema-reader.ts`,
    [suite("hostile-schemas"), "leaves a long one out"],
    ["lists of values are read whole", "values.length <= mostValues && ", ""],
  ),
  ...mutantsOf(
    `${kinds}/schema-jobs.ts`,
    [suite("hostile-schemas"), "larger than a tool may be"],
    ["what is read of a document has any size", "if (JSON.stringify(result).length > maxResult)", "if (false)"],
  ),
  ...mutantsOf(
    `${kinds}/http/fill-path.ts`,
    [suite("http"), "is not led to another path"],
    ["a value leads a path up", "if (names.length > 0 && isStep(written))", "if (false)"],
    ["a value empties a part of a path", 'if (value === "")', "if (false)"],
  ),
  ...mutantsOf(
    `${kinds}/http/fill-path.ts`,
    [suite("http"), "sends each argument to its place"],
    ["a value adds parts to a path", "return encodeURIComponent(value.toWellFormed());", "return value;"],
  ),
  ...mutantsOf(
    `${kinds}/http/template.ts`,
    [suite("http"), "a template"],
    ["a placeholder names the host", "if (/[{}]/.test(host))", "if (false)"],
    ["undeclared placeholders are filled", "return Object.hasOwn(this.#declared, name);", "return true;"],
  ),
  ...mutantsOf(
    `${kinds}/http/serialize.ts`,
    [suite("http"), "takes no line breaks"],
    [
      "values of headers are not looked at",
      "if (/^[\\t\\u0020-\\u007e\\u0080-\\u00ff]*$/.test(value)) return value;",
      'if (value) return value.replace(/\\s/g, "");',
    ],
  ),
  ...mutantsOf(
    `${kinds}/http/outgoing.ts`,
    [suite("http"), "that are missing"],
    ["calls are made without their credentials", "if (!value) throw", "if (false) throw"],
  ),
  ...mutantsOf(
    `${kinds}/without-secrets.ts`,
    [suite("http"), "are sent, and cut out"],
    ["results keep secrets", "return cutSecretsIn(await work(), known) as T;", "return await work();"],
    [
      "errors keep secrets",
      "throw new ToolError(cutSecrets(error.message, known), { field: error.field });",
      "throw error;",
    ],
  ),
  ...mutantsOf(
    `${kinds}/read-bounded.ts`,
    [suite("http"), "without an end is left"],
    ["answers are received without an end", "if (length <= mostBytes) continue;", "if (length > 0) continue;"],
  ),
  ...mutantsOf(
    `${kinds}/bounded-result.ts`,
    [suite("http"), "that is too long"],
    ["results have any length", "if (text.length <= most)", "if (text)"],
  ),
  ...mutantsOf(
    `${kinds}/context.ts`,
    [suite("http"), "a call ends in time"],
    ["calls take any time", "setTimeout(() => end(late), timeoutMs)", "setTimeout(() => undefined, timeoutMs)"],
  ),
  ...mutantsOf(
    `${kinds}/http/read-answer.ts`,
    [suite("http"), "is refused"],
    ["files are read as text", "if (!isJson && !textTypes.test(type))", "if (false)"],
    ["bytes that call themselves text are read", "if (!isPage && holdsBytes(text))", "if (false)"],
  ),
  ...mutantsOf(
    `${kinds}/mcp/guarded-way.ts`,
    [suite("mcp"), "a server is left with a sentence"],
    [
      "MCP servers answer without an end",
      "const mostBytes = 4 * 1024 * 1024;",
      "const mostBytes = 4 * 1024 * 1024 * 1024;",
    ],
    ["broken answers of MCP servers are waited for", "if (isStream && !numbered) watch.ended();", ""],
  ),
  ...mutantsOf(
    `${kinds}/mcp/guarded-way.ts`,
    [suite("mcp"), "a server that behaves"],
    [
      "streams of MCP servers stay open",
      'if (method === "GET" && !new Headers',
      'if (method === "NONE" && !new Headers',
    ],
  ),
  ...mutantsOf(
    `${kinds}/mcp/guarded-way.ts`,
    [suite("hostile-mcp"), "a stream of very many"],
    ["all events of a stream are worked on at once", "await setImmediate();", ""],
  ),
  ...mutantsOf(
    `${kinds}/mcp/guarded-way.ts`,
    [suite("mcp"), "again and again"],
    ["MCP servers are asked again without an end", "if (requests > maxRequests)", "if (false)"],
  ),
  ...mutantsOf(
    `${kinds}/mcp/bounds.ts`,
    ["tests/unit/tools-kinds/hostile-mcp.test.ts", "a longer list of messages"],
    ["a list of messages of any length is read", "if (isBatch && now > maxBatchEntries)", "if (false)"],
  ),
  ...mutantsOf(
    `${kinds}/mcp/bounds.ts`,
    [suite("hostile-mcp")],
    ["MCP servers send any number of values", "if (entries > maxEntries)", "if (false)"],
    ["lists of MCP servers have any length", "value.length <= maxListLength", "value.length >= 0"],
    ["annotations of MCP servers are checked", "pick(one, contentFields)", "one"],
  ),
  ...mutantsOf(
    `${kinds}/mcp/connect.ts`,
    [suite("mcp"), "a server that behaves"],
    ["MCP sessions are not ended", "await transport.terminateSession().catch(() => undefined);", ""],
  ),
  ...mutantsOf(
    `${kinds}/mcp/call-mcp.ts`,
    [suite("mcp"), "none that was not chosen"],
    [
      "MCP tools are called without being chosen",
      "if (!definition.allowedTools.includes(name)) throw",
      "if (false) throw",
    ],
  ),
  ...mutantsOf(
    `${kinds}/mcp/read-tools.ts`,
    [suite("mcp"), "hostile tools"],
    ["MCP servers have any number of tools", "[...byName].slice(0, mostTools)", "[...byName]"],
  ),
  ...mutantsOf(
    `${kinds}/mcp/read-tools.ts`,
    [suite("hostile-schemas"), "what is read of it is bounded"],
    ["MCP servers have schemas of any size", "if (left >= 0) return found;", "return found;"],
  ),
  ...mutantsOf(
    `${kinds}/builtin/rational.ts`,
    [suite("builtin"), "cannot be worked out"],
    ["numbers of the calculator grow without bounds", "if (value > largest || value < -largest)", "if (false)"],
  ),
  ...mutantsOf(
    `${kinds}/builtin/calculate.ts`,
    [suite("builtin"), "cannot be worked out"],
    ["formulas are nested without bounds", "if (this.#depth > deepest)", "if (false)"],
    [
      "names of formulas are what objects inherit",
      "Object.hasOwn(constants, name) ? constants[name] : undefined",
      "constants[name]",
    ],
  ),
  ...mutantsOf(
    `${kinds}/builtin/web-page.ts`,
    [suite("builtin"), "the web page reader"],
    ["addresses of pages are not looked at", "z.object({ url: toolAddress,", "z.object({ url: z.string(),"],
  ),
];
