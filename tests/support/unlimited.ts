import { afterAll, beforeAll } from "vitest";
import { forgetEnv } from "@/lib/server/platform/env/env";

/** Lifts the rate limits of this file, which makes more calls in a minute than people do. */
export function unlimited(): void {
  beforeAll(() => {
    process.env.RATE_LIMIT_SCALE = "10000";
    forgetEnv();
  });
  afterAll(() => {
    delete process.env.RATE_LIMIT_SCALE;
    forgetEnv();
  });
}
