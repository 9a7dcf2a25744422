import { execFileSync } from "node:child_process";
import Ajv2020 from "ajv/dist/2020";
import { expect, test } from "vitest";
import { contracts } from "@/lib/contract";
import { buildOpenApi } from "@/lib/server/api/reference/openapi";
import { curlLine } from "@/lib/utils/json/curl";
import { buildExample, limitsLabel, listOperations, typeLabel } from "@/lib/utils/json/open-api";

const document = buildOpenApi(contracts, "https://muster.example") as ReturnType<typeof buildOpenApi> & {
  paths: Record<string, Record<string, { operationId: string; parameters: { name: string }[]; requestBody?: object }>>;
};
const calls = Object.values(contracts).flatMap((contract) => Object.values(contract));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

test("every call of the contract is one operation, with each parameter of its path", () => {
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(calls.map(({ name }) => name).sort());
  for (const { path, parameters } of operations)
    for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(parameters.map((one) => one.name)).toContain(name);
});

test("keys are a way to sign in wherever no person has to", () => {
  const security = (path: string, method: string) =>
    (document.paths[path]?.[method] as { security?: object } | undefined)?.security;
  expect(security("/{resourceSlug}/forms/agent/add", "post")).toEqual([{ session: [] }, { apiKey: [] }]);
  expect(security("/apikeys.json", "get")).toEqual([{ session: [] }]);
  expect(security("/forms/account/login", "post")).toEqual([]);
});

test("a body shows what a client may leave out", () => {
  const add = document.paths["/{resourceSlug}/forms/agent/add"]?.post;
  expect(add?.requestBody).toMatchObject({
    content: { "application/json": { schema: { required: ["name", "role", "goal", "backstory", "modelId"] } } },
  });
});

test("an answer shows dates as text", () => {
  expect(JSON.stringify(document.paths["/{resourceSlug}/agents.json"])).toContain('"format":"date-time"');
});

test("every schema of the document is one that a validator of JSON Schema takes", { timeout: 30_000 }, () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schemas = listOperations(JSON.parse(JSON.stringify(document))).flatMap(({ body, answer, parameters }) => [
    ...[body, answer].filter((schema) => schema !== undefined),
    ...parameters.map(({ schema }) => schema),
  ]);
  expect(schemas.length).toBeGreaterThan(calls.length);
  for (const schema of schemas) expect(() => ajv.compile(schema)).not.toThrow();
});

test("types, limits and examples read as words", () => {
  const body = listOperations(JSON.parse(JSON.stringify(document))).find(({ id }) => id === "agents.add")?.body;
  const { name, toolIds, maxIterations, iconId } = body?.properties ?? {};
  expect(
    [name, toolIds, maxIterations, iconId].map((field) => field && [typeLabel(field), limitsLabel(field)]),
  ).toEqual([
    ["string", "1 to 100 characters"],
    ["list of strings", "up to 100 entries, default []"],
    ["integer", "1 to 100, default 15"],
    ["string or null", ""],
  ]);
  expect(body && buildExample(body)).toEqual({ name: "", role: "", goal: "", backstory: "", modelId: "" });
});

test("a curl line survives quotes and keeps the token out", () => {
  const line = curlLine({ method: "POST", url: "http://localhost:3000/a?b=c&d", body: `{"name":"Ada's $HOME"}` });
  expect(line).toContain(`'{"name":"Ada'\\''s $HOME"}'`);
  expect(line).toContain('"Authorization: Bearer $MUSTER_TOKEN"');
  const said = execFileSync("sh", ["-c", line.replace(/^curl/, "printf '%s\\n'")], { encoding: "utf8" }).split("\n");
  expect(said).toContain(`{"name":"Ada's $HOME"}`);
  expect(said).toContain("http://localhost:3000/a?b=c&d");
});
