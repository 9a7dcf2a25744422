import { expect, test } from "vitest";
import { ApiError, type ApiErrorCode } from "@/lib/api/api-error";
import { joinRefusal, toRefusal } from "@/lib/api/events/refusal";
import { isTransient } from "@/lib/api/retry-after";

const failed = (code: ApiErrorCode, status: number, retryAfter?: number) =>
  new ApiError("Why.", code, { status, ...(retryAfter && { retryAfter }) });

test("who asked too often waits and asks again; who may not read is told for good", () => {
  expect(toRefusal(failed("rate_limited", 429))).toEqual({ reason: "Why.", transient: true });
  for (const status of [400, 401, 403, 404])
    expect(toRefusal(failed("forbidden", status))).toEqual({ reason: "Why.", transient: false });
  expect([toRefusal(failed("unavailable", 503)), toRefusal(new TypeError("fetch failed"))]).toEqual([
    undefined,
    undefined,
  ]);
});

test("a join that says when to try again is refused for a moment only", () => {
  expect(joinRefusal({})).toBeUndefined();
  expect(joinRefusal({ error: "Why.", retryAfter: 2 })).toEqual({ reason: "Why.", transient: true });
  expect(joinRefusal({ error: "Why." })).toEqual({ reason: "Why.", transient: false });
});

test.each<[string, ApiError, boolean]>([
  ["too many calls for a moment", failed("rate_limited", 429, 5), true],
  ["too many calls for long", failed("rate_limited", 429, 3_600), false],
  ["no database", failed("unavailable", 503, 2), true],
  ["no rights", failed("forbidden", 403), false],
])("%s is read again: %s", (_what, error, expected) => {
  expect(isTransient(error)).toBe(expected);
});
