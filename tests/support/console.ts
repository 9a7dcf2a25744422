import { afterEach, beforeEach, vi } from "vitest";
import { findUndeclaredWaits } from "@/lib/server/platform/lifecycle/call-in-progress";

/** An error that a test does not expect fails it. A test that expects one spies on `console.error` itself. */
let unexpected: unknown[][] = [];

beforeEach(() => {
  unexpected = [];
  vi.spyOn(console, "error").mockImplementation((...values) => void unexpected.push(values));
});

afterEach(() => {
  vi.restoreAllMocks();
  const undeclared = [...findUndeclaredWaits()];
  findUndeclaredWaits().clear();
  if (undeclared.length > 0)
    throw new Error(
      `These calls wait for another server, and their contracts do not say so: ${undeclared.join(", ")}.`,
    );
  if (unexpected.length === 0) return;
  const lines = unexpected.map((values) =>
    values.map((value) => (value instanceof Error ? value.stack : String(value))).join(" "),
  );
  throw new Error(`Unexpected console.error:\n${lines.join("\n")}`);
});
