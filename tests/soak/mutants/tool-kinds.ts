import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const suite = (name: string): string => `tests/unit/tools-kinds/${name}.test.ts`;

/** What keeps foreign documents, services and servers from doing more than they are asked. */
export const toolKindMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/resources/tools/kinds/shared/schema-reader.ts`,
    [suite("openapi")],
    ["schemas contain themselves without an end", "SchemaReader.#referred", drop("if 1"), "6264b83e22"],
    ["schemas have any size", "SchemaReader.#spend", always("comparison 1"), "739b071356"],
    ["references lead out of the document", "SchemaReader.#target", drop("if 1"), "87765414e3"],
    ["properties are named __proto__", "SchemaReader.#object", drop("comparison 2"), "c84a9da8ee"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/shared/pointers.ts`,
    [suite("openapi")],
    ["references lead to what objects inherit", "getOwn", drop("call hasOwn 1"), "267fd07c80"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/openapi/parse-document.ts`,
    [suite("openapi"), "a hostile document"],
    ["documents have any number of values", "checkSize", drop("if 1"), "065cd0223f"],
    ["documents have any length", "parseDocument", drop("if 1"), "6a86747e97"],
  ),
  ...mutantsOf(
    "lib/server/platform/yaml/parse-yaml.ts",
    [suite("openapi"), "a hostile document"],
    ["aliases stand for anything", "parseYaml", replace("ternary 4 > else", "-1"), "e9d11fa330"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/openapi/read-openapi.ts`,
    [suite("openapi"), "a hostile document"],
    ["documents have any number of operations", "listOperations", never("comparison 1"), "1debd7ba6a"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/shared/schema-reader.ts`,
    [suite("hostile-schemas"), "leaves a long one out"],
    ["lists of values are read whole", "SchemaReader.#plain", drop("comparison 5"), "8a0985867e"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/schemas/schema-jobs.ts`,
    [suite("hostile-schemas"), "larger than a tool may be"],
    ["what is read of a document has any size", "doSchemaJob", drop("if 1"), "06d9540632"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/http/fill-path.ts`,
    [suite("http"), "is not led to another path"],
    ["a value leads a path up", "fillPath", never("&& 1"), "8f7546372b"],
    ["a value empties a part of a path", "fillPath", drop("if 2"), "044721372b"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/http/fill-path.ts`,
    [suite("http"), "sends each argument to its place"],
    ["a value adds parts to a path", "fillPath", replace("call encodeURIComponent 2", "$1_owner"), "c45b42372b"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/http/template.ts`,
    [suite("http"), "a template"],
    ["a placeholder names the host", "checkTemplate", drop("if 1"), "8de8fdd2f8"],
    ["undeclared placeholders are filled", "TemplateFiller.isDeclared", always("call hasOwn 1"), "840fd6de98"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/http/serialize.ts`,
    [suite("http"), "takes no line breaks"],
    [
      "values of headers are not looked at",
      "toHeaderValue",
      replace("if 1", 'if ($1_1) return $1_1.replace(/\\s/g, "");'),
      "eefc130b93",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/http/outgoing.ts`,
    [suite("http"), "that are missing"],
    ["calls are made without their credentials", "getSecret", drop("if 1"), "9d9c1d8929"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/shared/without-secrets.ts`,
    [suite("http"), "are sent, and cut out"],
    ["results keep secrets", "withoutSecrets", replace("return 1 > value", "$1"), "6f2c4c397d"],
    ["errors keep secrets", "withoutSecrets", replace("if 1", "if ($1) throw $1_1;"), "a3a524397d"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/shared/read-bounded.ts`,
    [suite("http"), "without an end is left"],
    ["answers are received without an end", "readBounded", replace("comparison 1", "$1 > 0"), "40919dbecb"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/shared/bounded-result.ts`,
    [suite("http"), "that is too long"],
    ["results have any length", "boundValue", replace("comparison 2", "$1_owner"), "8a0985576a"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/shared/context.ts`,
    [suite("http"), "a call ends in time"],
    ["calls take any time", "withinTime", replace("function 3 > body", "undefined"), "a1718d5d69"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/http/read-response.ts`,
    [suite("http"), "is refused"],
    ["files are read as text", "readContent", drop("if 1"), "8029161b53"],
    ["bytes that call themselves text are read", "readContent", drop("if 2"), "68af301b53"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/mcp/guarded-fetch.ts`,
    [suite("mcp"), "a server is left with a sentence"],
    ["MCP servers answer without an end", "maxBytes", replace("value", "$0 * 1024"), "0f6a3bcac5"],
    ["broken answers of MCP servers are waited for", "createGuardedFetch", never("not 3"), "ad6adf033b"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/mcp/guarded-fetch.ts`,
    [suite("mcp"), "a server that behaves"],
    [
      "streams of MCP servers stay open",
      "createGuardedFetch",
      reword("comparison 1 > operand 2", "GET", "NONE"),
      "5ed924033b",
    ],
  ),
  ...mutantsOf(
    `${server}/platform/outbound/paced-body.ts`,
    [suite("hostile-mcp"), "a stream of very many"],
    ["all events of a stream are processed in one turn", "paceBody", drop("if 3"), "71ffdee422"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/mcp/guarded-fetch.ts`,
    [suite("mcp"), "again and again"],
    ["MCP servers are asked again without an end", "createGuardedFetch", drop("if 2"), "36b537033b"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/mcp/bounds.ts`,
    ["tests/unit/tools-kinds/hostile-mcp.test.ts", "a longer list of messages"],
    ["a list of messages of any length is read", "createEntryCounter", drop("if 1"), "09154e264a"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/mcp/bounds.ts`,
    [suite("hostile-mcp")],
    ["MCP servers send any number of values", "createEntryCounter", drop("if 2"), "371295264a"],
    ["lists of MCP servers have any length", "boundMessage", replace("comparison 1", "$1 >= 0"), "8a0985ad9a"],
    [
      "annotations of MCP servers are checked",
      "boundMessage",
      replace("function 1 > body > argument 1", "$1"),
      "d1cdf1ad9a",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/mcp/connect.ts`,
    [suite("mcp"), "a server that behaves"],
    ["MCP sessions are not ended", "withMcp", drop("statement 4"), "6e5a7bbd56"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/mcp/call-mcp.ts`,
    [suite("mcp"), "none that was not chosen"],
    ["MCP tools are called without being chosen", "callMcp", drop("if 1"), "021c006187"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/schemas/read-tools.ts`,
    [suite("mcp"), "hostile tools"],
    ["MCP servers have any number of tools", "readMcpTools", replace("call slice 1", "$owner"), "127b54117d"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/schemas/read-tools.ts`,
    [suite("hostile-schemas"), "what is read of it is bounded"],
    ["MCP servers have schemas of any size", "readMcpTools", always("if 4"), "972d03117d"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/builtin/rational.ts`,
    [suite("builtin"), "can't be worked out"],
    ["numbers of the calculator grow without bounds", "requireInRange", drop("if 1"), "ebeafb18c0"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/builtin/calculate.ts`,
    [suite("builtin"), "can't be worked out"],
    ["formulas are nested without bounds", "Formula.#signed", drop("if 1"), "5023de18f6"],
    ["names of formulas are what objects inherit", "Formula.#named", always("call hasOwn 1"), "267fd0e159"],
  ),
  ...mutantsOf(
    `${server}/resources/tools/kinds/builtin/web-page.ts`,
    [suite("builtin"), "the web page reader"],
    [
      "addresses of pages are not looked at",
      "argsSchema",
      replace("value > argument 1 > property 1 > value", "z.string()"),
      "74220ac401",
    ],
  ),
];
