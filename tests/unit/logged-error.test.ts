import { DrizzleQueryError } from "drizzle-orm/errors";
import pg from "pg";
import { expect, test } from "vitest";
import { createLogger } from "@/lib/server/platform/log/log";

function lineOf(err: unknown): string {
  const lines: string[] = [];
  createLogger("info", { write: (line: string) => lines.push(line) }).error({ err }, "call failed");
  return lines.join("");
}

function failedInsert(): DrizzleQueryError {
  const cause = new pg.DatabaseError("duplicate key value violates unique constraint", 0, "error");
  Object.assign(cause, {
    code: "23505",
    constraint: "accounts_email",
    detail: "Key (email)=(ada@example.test) exists.",
  });
  return new DrizzleQueryError("insert into accounts values ($1, $2)", ["ada@example.test", "a private note"], cause);
}

test.each([
  ["a failed statement", failedInsert()],
  ["one inside another error", new Error("not saved", { cause: failedInsert() })],
])("%s is logged with its code and place, without what people wrote", (_, error) => {
  const line = lineOf(error);
  for (const kept of ["23505", "accounts_email", "insert into accounts", "duplicate key"]) expect(line).toContain(kept);
  for (const written of ["ada@example.test", "a private note"]) expect(line).not.toContain(written);
});

test("any other error keeps its message and stack", () => {
  const { err } = JSON.parse(lineOf(new TypeError("x is not a function")));
  expect(err).toMatchObject({ type: "TypeError", message: "x is not a function" });
  expect(err.stack).toContain("logged-error.test");
});

test("what is thrown need not be an error", () => {
  expect(JSON.parse(lineOf("gone")).err).toEqual({ message: "gone" });
});
