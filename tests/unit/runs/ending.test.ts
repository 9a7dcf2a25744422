import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasUserMessage, toEnding } from "@/lib/server/engine/runs/steps/ending";
import { StopRunError } from "@/lib/server/engine/runs/steps/step";
import { rememberSecret } from "@/lib/server/platform/crypto/remembered-secrets";
import { AppError } from "@/lib/server/platform/errors/errors";
import { createLogger } from "@/lib/server/platform/log/log";
import { provide } from "@/lib/server/platform/process/registry";

const secret = "sk-very-secret-0123456789";
let lines: string[] = [];
beforeEach(() => {
  lines = [];
  rememberSecret(secret);
  provide("log", createLogger("info", { write: (line: string) => lines.push(line) }));
});
afterEach(() => provide("log", undefined));

const ended = (signal = new AbortController().signal) => ({
  runId: "run_1",
  signal,
  wallTimeMs: 90_000,
  secrets: [secret],
});

describe("the ending of a run", () => {
  it.each([
    ["unknown", new Error(`Broken pipe of ${secret}`)],
    ["a mistake in a client", new TypeError(`x is not a function ${secret}`)],
  ])("hides the text of an error that is %s and logs it with the run's id, without the secret", (_, error) => {
    const { status, reason } = toEnding(error, ended());
    expect([status, reason?.includes("pipe"), reason?.includes("function")]).toEqual(["error", false, false]);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 50, runId: "run_1" });
    expect(lines[0]).toMatch(/Broken pipe of|is not a function/);
    expect(lines[0]).not.toContain(secret);
  });

  it("says what the user can act on, and logs nothing of it", () => {
    expect(toEnding(new AppError("conflict", "Choose a model."), ended()).reason).toBe("Choose a model.");
    expect(toEnding(new StopRunError("Too long."), ended()).reason).toBe("Too long.");
    expect(lines).toEqual([]);
  });

  it("tells a stop from a run that took too long", () => {
    const stopped = AbortSignal.abort("cancel");
    expect(toEnding(stopped.reason, ended(stopped))).toEqual({
      status: "cancelled",
      reason: "Canceled.",
      errorType: "cancelled",
    });
    const late = AbortSignal.abort(new DOMException("late", "TimeoutError"));
    expect(toEnding(late.reason, ended(late)).reason).toMatch(/time limit of 1\.5 minutes/);
  });

  it("leaves what failed on our side to another attempt", () => {
    expect(hasUserMessage(new Error("connection terminated"))).toBe(false);
    expect(hasUserMessage(new TypeError("undefined"))).toBe(false);
    expect(hasUserMessage(new AppError("not_found", "Gone."))).toBe(true);
  });
});
