import { readFileSync } from "node:fs";
import { DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";

const text = readFileSync("Dockerfile", "utf8");
const instructions = DockerfileParser.parse(text).getInstructions();
const list = (keyword: string): string[] =>
  instructions.flatMap((one) => (one.getKeyword() === keyword ? [one.getArgumentsContent() ?? ""] : []));

test("the Dockerfile is valid, and both stages have the Node version of package.json", () => {
  expect(validate(text)).toEqual([]);
  const { dependencies }: { dependencies: { node: string } } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(list("ARG")).toEqual([
    `BUILD_IMAGE=node:${dependencies.node}-bookworm`,
    `RUN_IMAGE=node:${dependencies.node}-bookworm-slim`,
  ]);
});

test("the image runs as a user who owns none of its files, keeps its data on the volume, and is checked", () => {
  expect(list("USER").at(-1)).toBe("1000:1000");
  expect(list("VOLUME")).toEqual(["/data"]);
  expect(list("COPY").at(-1)).toBe("/app ./");
  expect(list("HEALTHCHECK")[0]).toContain("/healthz");
  expect(list("ENV").at(-1)).toMatch(/DATA_DIR=\/data\s[\s\S]*UPLOADS_DIR=\/data\/uploads/);
});

test("only named folders and files are sent to the builder: no data, secrets or tests", () => {
  const [first, ...others] = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));
  expect(first).toBe("**");
  expect(others.filter((line) => !line.startsWith("!"))).toEqual([]);
  const kept = others.map((line) => line.slice(1));
  expect(kept).toContain("lib");
  for (const name of [".env", ".data", "uploads", "tests", ".git", "node_modules"]) expect(kept).not.toContain(name);
});
