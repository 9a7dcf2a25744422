import { beforeEach, describe, expect, it, vi } from "vitest";
import { readFile } from "@/lib/server/api/import-export/file/read-file";
import { readYaml } from "@/lib/server/platform/yaml/read-yaml";

vi.mock(import("@/lib/server/platform/yaml/read-yaml"), () => ({ readYaml: vi.fn() }));
const reader = vi.mocked(readYaml);
const { signal } = new AbortController();

beforeEach(() => {
  reader.mockReset().mockResolvedValue({ value: { muster: 2 }, lines: {} });
});

describe("a process is begun to read", () => {
  it.each([
    "openapi: 3.1.0\ninfo: { title: muster }",
    "<html>muster</html>",
    `${" muster ".repeat(100_000)}`,
    "a: [1, 2]",
  ])("no text that can't be a file", async (text) => {
    await expect(readFile("team", { text }, signal)).rejects.toThrow(/^This isn't an exported app/);
    expect(reader).not.toHaveBeenCalled();
  });

  it.each([
    "muster: 1",
    "\ufeffmuster: 1",
    '{"muster":1}',
    '{"kind":"app","muster" : 1}',
    "# a comment\r\n'muster': 1",
    "kind: app\n muster: 1",
  ])("what may be one: %j", async (text) => {
    await expect(readFile("team", { text }, signal)).rejects.toThrow(/The file has version 2\.$/);
    expect(reader).toHaveBeenCalledTimes(1);
  });
});
