import { ToolError } from "../shared/tool-error";

/** Approximate nanoseconds: a formula that takes longer is rejected. */
const maxWork = 60_000_000;
/** Overhead of an operation on big integers. */
const workPerOperation = 120;

/** Remaining work; constants are computed before any formula. */
let left = maxWork;

/** Runs the synchronous work of one formula with its own meter. */
export function withMeter<T>(work: () => T): T {
  left = maxWork;
  return work();
}

/** Throws a `ToolError` when the formula has used up its work. `cost`: of the digits of one operation, in the same unit. */
export function spend(cost: number, operations = 1): void {
  left -= operations * (workPerOperation + cost);
  if (left < 0) throw new ToolError("The numbers are too large in total. Use a shorter formula or smaller numbers.");
}

const small = 1n << 64n;

/** Bits of a number, rounded up to four. */
export function countBits(value: bigint): number {
  const bits = value.toString(16).length * 4;
  spend(bits / 6);
  return bits;
}

/** A number's words of 64 bits. */
export const countWords = (value: bigint): number => (value < small && value > -small ? 1 : countBits(value) / 64);

export function times(a: bigint, b: bigint): bigint {
  spend(2 * countWords(a) * countWords(b));
  return a * b;
}

export function quotient(a: bigint, b: bigint): bigint {
  const divisor = countWords(b);
  spend(4 * divisor * Math.max(1, countWords(a) - divisor));
  return a / b;
}
