import { onTestFinished } from "vitest";
import { parseLimits } from "@/lib/server/engine/parsing/shared/limits";

/** Other limits until the test is over, so that it need not be as large as what they keep out. */
export function withLimits(limits: Partial<typeof parseLimits>): void {
  const before = { ...parseLimits };
  Object.assign(parseLimits, limits);
  onTestFinished(() => void Object.assign(parseLimits, before));
}
