import { afterAll } from "vitest";

/** Rejections that nobody handled since it was called, for a file's own `afterEach` to look at. */
export function unhandledRejections(): unknown[] {
  const found: unknown[] = [];
  const note = (reason: unknown) => void found.push(reason);
  process.on("unhandledRejection", note);
  afterAll(() => void process.off("unhandledRejection", note));
  return found;
}
