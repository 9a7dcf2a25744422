import { DrizzleQueryError } from "drizzle-orm/errors";
import pg from "pg";
import { expect, test } from "vitest";
import { isTransient } from "@/lib/server/platform/db/connection/is-transient";
import { temporaryFolder } from "../../support/folders";

const coded = (code: string) => Object.assign(new Error("failed"), { code });

test.each(["08006", "53100", "53300", "57P01", "57P03", "40001", "40P01", "55P03", "57014", "25006", "ECONNRESET"])(
  "%s is trouble that passes, also as the cause of a failed statement",
  (code) => {
    expect(isTransient(coded(code))).toBe(true);
    expect(isTransient(new DrizzleQueryError("select 1", [], coded(code)))).toBe(true);
  },
);

test.each(["timeout exceeded when trying to connect", "timeout expired", "Connection terminated unexpectedly"])(
  "%s",
  (message) => {
    expect(isTransient(new Error(message))).toBe(true);
  },
);

test("a socket that a stopped server has removed passes, another file that is gone does not", async () => {
  const client = new pg.Client({ host: temporaryFolder("no-socket") });
  const refused = await client.connect().catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "ENOENT", syscall: "connect" });
  expect(isTransient(refused)).toBe(true);
  expect(isTransient(Object.assign(coded("ENOENT"), { syscall: "open" }))).toBe(false);
});

test.each(["23505", "42P01", "22P02", "ENOENT"])("%s stays", (code) => {
  expect(isTransient(coded(code))).toBe(false);
  expect(isTransient(new DrizzleQueryError("select 1", [], coded(code)))).toBe(false);
});

test("what another server refused is no trouble of the database", () => {
  expect(isTransient(new TypeError("fetch failed", { cause: coded("ECONNREFUSED") }))).toBe(false);
  expect(isTransient("failed")).toBe(false);
});
