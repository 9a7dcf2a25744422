import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { ToolError } from "../shared/tool-error";
import { countBits, countWords, quotient, spend, times } from "./work-meter";

/** A reduced fraction with a positive denominator. */
export interface Rational {
  n: bigint;
  d: bigint;
  /** Approximate: the result of a root or sine. */
  isApproximate?: boolean;
}

/** More digits than real calculations need; beyond that, one step could take minutes. */
const maxBits = 20_000n;
const one = 1n;
const maxValue = one << maxBits;

function divisor(a: bigint, b: bigint): bigint {
  if (b === one) return one;
  let [x, y] = [a < 0n ? -a : a, b];
  const wordCount = Math.max(countWords(a), countWords(b));
  while (y !== 0n) {
    spend(25 * wordCount);
    [x, y] = [y, x % y];
  }
  return x;
}

function requireInRange(value: bigint): bigint {
  if (value > maxValue || value < -maxValue) throw new ToolError("The number is too large.");
  return value;
}

export function rational(n: bigint, d = one, isApproximate = false): Rational {
  if (d === 0n) throw new ToolError("Division by zero has no result.");
  const sign = d < 0n ? -1n : 1n;
  const common = divisor(n, d * sign) || one;
  return {
    n: requireInRange(quotient(n * sign, common)),
    d: requireInRange(quotient(d * sign, common)),
    ...(isApproximate && { isApproximate }),
  };
}

const areApproximate = (a: Rational, b: Rational): boolean => Boolean(a.isApproximate || b.isApproximate);

export const add = (a: Rational, b: Rational): Rational =>
  rational(times(a.n, b.d) + times(b.n, a.d), times(a.d, b.d), areApproximate(a, b));
export const negate = (a: Rational): Rational => ({ ...a, n: -a.n });
export const multiply = (a: Rational, b: Rational): Rational =>
  rational(times(a.n, b.n), times(a.d, b.d), areApproximate(a, b));
export const divide = (a: Rational, b: Rational): Rational =>
  rational(times(a.n, b.d), times(a.d, b.n), areApproximate(a, b));
export const isLess = (a: Rational, b: Rational): boolean => times(a.n, b.d) < times(b.n, a.d);

export function floor({ n, d }: Rational): bigint {
  const whole = quotient(n, d);
  return n < 0n && times(whole, d) !== n ? whole - one : whole;
}

/** The remainder with the sign of the divisor. */
export function remainder(a: Rational, b: Rational): Rational {
  if (b.n === 0n) throw new ToolError("Division by zero has no result.");
  return add(a, negate(multiply(b, rational(floor(divide(a, b))))));
}

/** Exact integer powers. */
export function power(base: Rational, exponent: bigint): Rational {
  const times = exponent < 0n ? -exponent : exponent;
  const size = BigInt(Math.max(countBits(base.n), countBits(base.d)));
  const isGrowing = base.d !== one || (base.n !== one && base.n !== -one && base.n !== 0n);
  if (isGrowing && (times > maxBits || size * times > maxBits * 4n)) throw new ToolError("The number is too large.");
  // For 0, 1 and -1 only the exponent's parity matters.
  const raised = isGrowing ? times : times === 0n ? 0n : 2n - (times % 2n);
  // The last squaring dominates the work.
  spend((Number(size * raised) / 64) ** 2);
  const result = rational(base.n ** raised, base.d ** raised, base.isApproximate);
  return exponent < 0n ? divide({ n: one, d: one }, result) : result;
}

export function toNumber({ n, d }: Rational): number {
  const [whole, part] = [Number(n), Number(d)];
  if (Number.isFinite(whole) && Number.isFinite(part)) return whole / part;
  // Both are reduced to a double's precision.
  const kept = BigInt(Math.max(0, Math.min(countBits(n), countBits(d)) - 200));
  return Number(n >> kept) / Number(d >> kept);
}

/** A simple fraction close to a floating-point number. */
export function fromNumber(value: number): Rational {
  if (!Number.isFinite(value)) throw new ToolError("The result isn't a finite number.");
  const [digits = "0", exponent = "0"] = value.toPrecision(16).split("e");
  const [whole = "0", part = ""] = digits.split(".");
  const shift = Number(exponent) - part.length;
  const n = BigInt(whole + part);
  return shift >= 0 ? rational(n * 10n ** BigInt(shift), one, true) : rational(n, 10n ** BigInt(-shift), true);
}

/** Integers in full, others with 20 significant digits, or 13 if approximate. */
export function formatRational({ n, d, isApproximate }: Rational): string {
  const places = isApproximate ? 13 : 20;
  if (d === one) return n.toString();
  const sign = n < 0n ? "-" : "";
  const positive = n < 0n ? -n : n;
  const whole = positive / d;
  let decimals = whole > 0n ? places - whole.toString().length : places;
  if (whole === 0n) decimals += Math.max(0, (d / positive).toString().length - 1);
  decimals = Math.max(2, decimals);
  const scale = 10n ** BigInt(decimals);
  const rounded = (positive * scale * 2n + d) / (d * 2n);
  const part = trimEndMatching((rounded % scale).toString().padStart(decimals, "0"), /0/);
  return `${sign}${rounded / scale}${part ? `.${part}` : ""}`;
}
