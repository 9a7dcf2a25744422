import { ToolError } from "../shared/tool-error";
import type { Rational } from "./rational";
import * as q from "./rational";
import { countWords, spend, times } from "./work-meter";

const one = q.rational(1n);
export const constants: Readonly<Record<string, Rational>> = {
  pi: q.fromNumber(Math.PI),
  π: q.fromNumber(Math.PI),
  e: q.fromNumber(Math.E),
};

/** The integer square root. */
function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  const words = countWords(value);
  let x = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (let next = (x + value / x) / 2n; next < x; next = (x + value / x) / 2n) {
    spend(4 * words ** 2);
    x = next;
  }
  return x;
}

function sqrt(value: Rational): Rational {
  if (value.n < 0n) throw new ToolError("Square roots of negative numbers aren't supported.");
  const [n, d] = [integerRoot(value.n), integerRoot(value.d)];
  if (times(n, n) === value.n && times(d, d) === value.d) return q.rational(n, d, value.isApproximate);
  const digits = 10n ** 20n;
  return q.rational(integerRoot(times(value.n, value.d) * digits * digits), value.d * digits, true);
}

export function pow(base: Rational, exponent: Rational): Rational {
  if (exponent.d === 1n) return q.power(base, exponent.n);
  if (exponent.d === 2n) return q.power(sqrt(base), exponent.n);
  if (base.n < 0n) throw new ToolError("A negative number raised to a fractional power has no real result.");
  return q.fromNumber(q.toNumber(base) ** q.toNumber(exponent));
}

function round(value: Rational, places: Rational = q.rational(0n)): Rational {
  if (places.d !== 1n || places.n < -50n || places.n > 50n)
    throw new ToolError("round takes a whole number of places from -50 to 50.");
  const scale = q.power(q.rational(10n), places.n);
  const scaled = q.multiply(value, scale);
  const half = q.rational(scaled.n < 0n ? -1n : 1n, 2n);
  const sum = q.add(scaled, half);
  return q.divide(q.rational(sum.n / sum.d), scale);
}

export function factorial({ n, d }: Rational): Rational {
  if (d !== 1n || n < 0n || n > 1_000n) throw new ToolError("! takes whole numbers from 0 to 1,000.");
  spend(Number(n) / 10, Number(n));
  let product = 1n;
  for (let i = 2n; i <= n; i += 1n) product *= i;
  return q.rational(product);
}

/** Rounds, so that the sine of pi is 0 despite pi's missing digits. */
const trigonometric = (work: (value: number) => number) => float((value) => Math.round(work(value) * 1e14) / 1e14);
const float = (work: (value: number) => number) => (value: Rational) => q.fromNumber(work(q.toNumber(value)));
const log = (value: Rational, base?: Rational): Rational => {
  if (value.n <= 0n) throw new ToolError("Only positive numbers have a logarithm.");
  if (!base) return q.fromNumber(Math.log10(q.toNumber(value)));
  return q.fromNumber(Math.log(q.toNumber(value)) / Math.log(q.toNumber(base)));
};

type Work = (...values: Rational[]) => Rational;
/** Functions with their number of arguments. */
export const functions = new Map<string, [least: number, most: number, work: Work]>(
  Object.entries({
    sqrt: [1, 1, (a = one) => sqrt(a)],
    cbrt: [1, 1, (a = one) => float(Math.cbrt)(a)],
    abs: [1, 1, (a = one) => (a.n < 0n ? q.negate(a) : a)],
    floor: [1, 1, (a = one) => q.rational(q.floor(a))],
    ceil: [1, 1, (a = one) => q.rational(-q.floor(q.negate(a)))],
    trunc: [1, 1, (a = one) => q.rational(a.n / a.d)],
    sign: [1, 1, (a = one) => q.rational(a.n === 0n ? 0n : a.n < 0n ? -1n : 1n)],
    round: [1, 2, (a = one, b?: Rational) => round(a, b)],
    mod: [2, 2, (a = one, b = one) => q.remainder(a, b)],
    pow: [2, 2, (a = one, b = one) => pow(a, b)],
    min: [1, 100, (...all) => all.reduce((a, b) => (q.isLess(b, a) ? b : a))],
    max: [1, 100, (...all) => all.reduce((a, b) => (q.isLess(a, b) ? b : a))],
    sum: [1, 100, (...all) => all.reduce(q.add)],
    avg: [1, 100, (...all) => q.divide(all.reduce(q.add), q.rational(BigInt(all.length)))],
    exp: [1, 1, (a = one) => float(Math.exp)(a)],
    ln: [1, 1, (a = one) => (a.n <= 0n ? log(a) : float(Math.log)(a))],
    log: [1, 2, (a = one, b?: Rational) => log(a, b)],
    log2: [1, 1, (a = one) => log(a, q.rational(2n))],
    sin: [1, 1, (a = one) => trigonometric(Math.sin)(a)],
    cos: [1, 1, (a = one) => trigonometric(Math.cos)(a)],
    tan: [1, 1, (a = one) => trigonometric(Math.tan)(a)],
    asin: [1, 1, (a = one) => float(Math.asin)(a)],
    acos: [1, 1, (a = one) => float(Math.acos)(a)],
    atan: [
      1,
      2,
      (a = one, b?: Rational) => (b ? q.fromNumber(Math.atan2(q.toNumber(a), q.toNumber(b))) : float(Math.atan)(a)),
    ],
    factorial: [1, 1, (a = one) => factorial(a)],
  } satisfies Record<string, [number, number, Work]>),
);

export const functionNames: readonly string[] = [...functions.keys()];
