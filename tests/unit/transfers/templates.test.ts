import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { examples } from "@/components/import-export/examples";
import { readFile } from "@/lib/server/api/import-export/file/read-file";

const { signal } = new AbortController();

describe.each(examples)("the example $name", ({ name, path }) => {
  const text = readFileSync(`public${path}`, "utf8");

  it("is a file that an import takes", async () => {
    const { file } = await readFile("team", text, signal);
    expect(file.app).toMatchObject({ name, type: "process", schedule: null });
  });

  it("needs nothing but a model, and names the offline one", async () => {
    const { file } = await readFile("team", text, signal);
    expect(file.models).toMatchObject([{ provider: "demo", model: "demo-chat" }]);
    expect([file.datasources, file.variables, file.people]).toEqual([[], [], []]);
  });
});

it("each example has its card", () => {
  expect(readdirSync("public/examples").sort()).toEqual(examples.map(({ path }) => path.split("/").at(-1)).sort());
});
