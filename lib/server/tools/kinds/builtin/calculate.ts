import { ToolError } from "../tool-error";
import type { Rational } from "./rational";
import * as q from "./rational";

const longest = 2_000;
const deepest = 100;

type Token = { kind: "number" | "name" | "sign"; text: string; at: number };

const pattern = /\s*(?:((?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?)|([a-zA-Z_π]\w*)|(\*\*|[-+*/^%(),×÷−·!]))/uy;
const signs: Record<string, string> = { "**": "^", "×": "*", "·": "*", "÷": "/", "−": "-" };

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (text.slice(pattern.lastIndex).trim() !== "") {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (!found) throw new ToolError(`"${text.slice(at).trim().slice(0, 20)}" is not understood here.`);
    const [, number, name, sign = ""] = found;
    if (number !== undefined) tokens.push({ kind: "number", text: number.replaceAll("_", ""), at });
    else if (name !== undefined) tokens.push({ kind: "name", text: name.toLowerCase(), at });
    else tokens.push({ kind: "sign", text: signs[sign] ?? sign, at });
  }
  return tokens;
}

function numberOf(text: string): Rational {
  const [digits = "0", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "0", part = ""] = digits.split(".");
  const shift = Number(exponent) - part.length;
  if (Math.abs(shift) > 5_000) throw new ToolError("The number becomes too large.");
  const n = BigInt(`${whole || "0"}${part}`);
  return shift >= 0 ? q.rational(n * 10n ** BigInt(shift)) : q.rational(n, 10n ** BigInt(-shift));
}

const one = q.rational(1n);
const constants: Record<string, Rational> = {
  pi: q.fromNumber(Math.PI),
  π: q.fromNumber(Math.PI),
  e: q.fromNumber(Math.E),
};

/** The whole part of a square root. */
function wholeRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let x = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (let next = (x + value / x) / 2n; next < x; next = (x + value / x) / 2n) x = next;
  return x;
}

function sqrt(value: Rational): Rational {
  if (value.n < 0n) throw new ToolError("A negative number has no square root here.");
  const [n, d] = [wholeRoot(value.n), wholeRoot(value.d)];
  if (n * n === value.n && d * d === value.d) return q.rational(n, d, value.rough);
  const digits = 10n ** 20n;
  return q.rational(wholeRoot(value.n * value.d * digits * digits), value.d * digits, true);
}

function pow(base: Rational, exponent: Rational): Rational {
  if (exponent.d === 1n) return q.power(base, exponent.n);
  if (exponent.d === 2n) return q.power(sqrt(base), exponent.n);
  if (base.n < 0n) throw new ToolError("A negative number to a broken power has no real result.");
  return q.fromNumber(q.toNumber(base) ** q.toNumber(exponent));
}

function round(value: Rational, places: Rational = q.rational(0n)): Rational {
  if (places.d !== 1n || places.n < -50n || places.n > 50n) throw new ToolError("round takes -50 to 50 whole places.");
  const scale = q.power(q.rational(10n), places.n);
  const scaled = q.multiply(value, scale);
  const half = q.rational(scaled.n < 0n ? -1n : 1n, 2n);
  const sum = q.add(scaled, half);
  return q.divide(q.rational(sum.n / sum.d), scale);
}

function factorial({ n, d }: Rational): Rational {
  if (d !== 1n || n < 0n || n > 1_000n) throw new ToolError("! takes whole numbers from 0 to 1,000.");
  let product = 1n;
  for (let i = 2n; i <= n; i += 1n) product *= i;
  return q.rational(product);
}

const less = (a: Rational, b: Rational): boolean => a.n * b.d < b.n * a.d;
/** So that the sine of pi is 0: what is smaller comes of pi's missing digits. */
const trigonometric = (work: (value: number) => number) => float((value) => Math.round(work(value) * 1e14) / 1e14);
const float = (work: (value: number) => number) => (value: Rational) => q.fromNumber(work(q.toNumber(value)));
const log = (value: Rational, base?: Rational): Rational => {
  if (value.n <= 0n) throw new ToolError("Only positive numbers have a logarithm.");
  if (!base) return q.fromNumber(Math.log10(q.toNumber(value)));
  return q.fromNumber(Math.log(q.toNumber(value)) / Math.log(q.toNumber(base)));
};

type Work = (...values: Rational[]) => Rational;
/** Each with how many values it takes. */
const functions = new Map<string, [least: number, most: number, work: Work]>(
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
    min: [1, 100, (...all) => all.reduce((a, b) => (less(b, a) ? b : a))],
    max: [1, 100, (...all) => all.reduce((a, b) => (less(a, b) ? b : a))],
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

/** Reads and works out a formula at once; nothing in it is ever run as code. */
class Formula {
  readonly #tokens: Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }

  value(): Rational {
    const value = this.#sum();
    const rest = this.#tokens[this.#at];
    if (rest) throw new ToolError(`"${rest.text}" is not expected there.`);
    return value;
  }

  #next(...texts: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "sign" || !texts.includes(token.text)) return undefined;
    this.#at += 1;
    return token.text;
  }

  #sum(): Rational {
    let value = this.#product();
    for (let sign = this.#next("+", "-"); sign; sign = this.#next("+", "-")) {
      const right = this.#product();
      value = q.add(value, sign === "+" ? right : q.negate(right));
    }
    return value;
  }

  #product(): Rational {
    let value = this.#signed();
    for (let sign = this.#next("*", "/", "%"); sign; sign = this.#next("*", "/", "%")) {
      if (sign === "%" && !this.#beginsValue()) value = q.divide(value, q.rational(100n));
      else {
        const right = this.#signed();
        value =
          sign === "*" ? q.multiply(value, right) : sign === "/" ? q.divide(value, right) : q.remainder(value, right);
      }
    }
    return value;
  }

  /** A % before a value is the remainder, any other is percent. */
  #beginsValue(): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && (token.kind !== "sign" || token.text === "(");
  }

  #signed(): Rational {
    this.#depth += 1;
    if (this.#depth > deepest) throw new ToolError(`The formula is nested deeper than ${deepest} levels.`);
    const sign = this.#next("-", "+");
    const value = sign ? this.#signed() : this.#power();
    this.#depth -= 1;
    return sign === "-" ? q.negate(value) : value;
  }

  #power(): Rational {
    let value = this.#atom();
    while (this.#next("!")) value = factorial(value);
    // From the right, and above a sign before it: -2^2 is -4, 2^-1 a half.
    return this.#next("^") ? pow(value, this.#signed()) : value;
  }

  #atom(): Rational {
    const token = this.#tokens[this.#at];
    if (!token) throw new ToolError("The formula ends too early.");
    this.#at += 1;
    if (token.kind === "number") return numberOf(token.text);
    if (token.kind === "name") return this.#named(token.text);
    if (token.text !== "(") throw new ToolError(`"${token.text}" is not expected there.`);
    const value = this.#sum();
    if (!this.#next(")")) throw new ToolError("A parenthesis is not closed.");
    return value;
  }

  #named(name: string): Rational {
    const known = functions.get(name);
    if (!known) {
      const constant = Object.hasOwn(constants, name) ? constants[name] : undefined;
      if (constant) return constant;
      throw new ToolError(`"${name.slice(0, 40)}" is not known. Use numbers, pi, e and ${functionNames.join(", ")}.`);
    }
    const [least, most, work] = known;
    if (!this.#next("(")) throw new ToolError(`${name} needs its values in parentheses.`);
    const values: Rational[] = [];
    do values.push(this.#sum());
    while (this.#next(","));
    if (!this.#next(")")) throw new ToolError("A parenthesis is not closed.");
    if (values.length < least || values.length > most)
      throw new ToolError(
        `${name} takes ${least === most ? least : `${least} to ${most}`} ${most === 1 ? "value" : "values"}.`,
      );
    return work(...values);
  }
}

/** The value of a formula as a text of its digits. Throws a `ToolError`. */
export function calculate(formula: string): string {
  if (formula.length > longest)
    throw new ToolError(`A formula has at most ${longest.toLocaleString("en")} characters.`);
  return q.written(new Formula(formula).value());
}
