import { DrizzleQueryError } from "drizzle-orm/errors";
import { expect, test } from "vitest";
import { callError } from "@/lib/server/engine/runs/calls/call-error";

const refused = (code: string) =>
  new DrizzleQueryError("select secret", ["value"], Object.assign(new Error("refused"), { code }));

test("what is said of a failed call has nothing of the statement that failed", () => {
  expect(callError(refused("53300"))).toBe("The server's database was unavailable during this call. Try again.");
  expect(callError(refused("42P01"))).toBe("The call failed on the server.");
});

test("a tool's own sentence is kept, and cut where it is long", () => {
  expect(callError(new Error("The shop is closed."))).toBe("The shop is closed.");
  expect(callError(new Error("x".repeat(9_000))).length).toBeLessThan(2_100);
  expect(callError("thrown")).toBe("The tool failed.");
});
