import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readSettings } from "@/components/sessions/embed/site-settings";

it("is a script of at most 5 kB", () => {
  expect(gzipSync(readFileSync("public/embed.js")).length).toBeLessThan(5 * 1_024);
});

it("has no code that a strict content security policy forbids", () => {
  const source = readFileSync("public/embed.js", "utf8");
  expect(source).not.toMatch(/\beval\b|new Function|innerHTML|createElement\("style"\)|setAttribute\("style"/);
});

it("reads what a website says, and nothing that is too long or of another type", () => {
  const starters = ["One", 2, "", "x".repeat(501), ...Array(10).fill("More")];
  expect(readSettings({ token: {}, identity: "x".repeat(5_000), opening: "Hi", starters })).toEqual({
    token: undefined,
    identity: undefined,
    opening: "Hi",
    starters: ["One", "More", "More"],
  });
  expect(readSettings({ starters: "One" })).toEqual({});
});
