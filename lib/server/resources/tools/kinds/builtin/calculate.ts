import { ToolError } from "../shared/tool-error";
import { constants, factorial, functionNames, functions, pow } from "./formula-functions";
import type { Rational } from "./rational";
import * as q from "./rational";
import { spend, withMeter } from "./work-meter";

const maxLength = 2_000;
const maxDepth = 100;

type Token = { kind: "number" | "name" | "sign"; text: string; at: number };

const pattern = /\s*(?:((?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?)|([a-zA-Z_π]\w*)|(\*\*|[-+*/^%(),×÷−·!]))/uy;
const signs: Record<string, string> = { "**": "^", "×": "*", "·": "*", "÷": "/", "−": "-" };

function tokenize(formula: string): Token[] {
  const tokens: Token[] = [];
  const text = formula.trimEnd();
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (!found) throw new ToolError(`“${text.slice(at).trim().slice(0, 20)}” isn't valid here.`);
    const [, number, name, sign = ""] = found;
    if (number !== undefined) tokens.push({ kind: "number", text: number.replaceAll("_", ""), at });
    else if (name !== undefined) tokens.push({ kind: "name", text: name.toLowerCase(), at });
    else tokens.push({ kind: "sign", text: signs[sign] ?? sign, at });
  }
  return tokens;
}

function parseNumber(text: string): Rational {
  const [digits = "0", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "0", part = ""] = digits.split(".");
  const shift = Number(exponent) - part.length;
  if (Math.abs(shift) > 5_000) throw new ToolError("The number is too large.");
  // A word has about 19 digits.
  spend(2 * (shift / 19) ** 2);
  const n = BigInt(`${whole || "0"}${part}`);
  return shift >= 0 ? q.rational(n * 10n ** BigInt(shift)) : q.rational(n, 10n ** BigInt(-shift));
}

/** Parses and evaluates a formula in one pass; nothing is run as code. */
class Formula {
  readonly #tokens: Token[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = tokenize(text);
  }

  value(): Rational {
    const value = this.#sum();
    const rest = this.#tokens[this.#at];
    if (rest) throw new ToolError(`Unexpected “${rest.text}”.`);
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

  /** A % before a value is the remainder, otherwise percent. */
  #beginsValue(): boolean {
    const token = this.#tokens[this.#at];
    return token !== undefined && (token.kind !== "sign" || token.text === "(");
  }

  #signed(): Rational {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new ToolError(`The formula is nested deeper than ${maxDepth} levels.`);
    const sign = this.#next("-", "+");
    const value = sign ? this.#signed() : this.#power();
    this.#depth -= 1;
    return sign === "-" ? q.negate(value) : value;
  }

  #power(): Rational {
    let value = this.#atom();
    while (this.#next("!")) value = factorial(value);
    // Right-associative, and binds tighter than a sign before it: -2^2 is -4, 2^-1 a half.
    return this.#next("^") ? pow(value, this.#signed()) : value;
  }

  #atom(): Rational {
    const token = this.#tokens[this.#at];
    if (!token) throw new ToolError("The formula is incomplete.");
    this.#at += 1;
    if (token.kind === "number") return parseNumber(token.text);
    if (token.kind === "name") return this.#named(token.text);
    if (token.text !== "(") throw new ToolError(`Unexpected “${token.text}”.`);
    const value = this.#sum();
    if (!this.#next(")")) throw new ToolError("A parenthesis isn't closed.");
    return value;
  }

  #named(name: string): Rational {
    const known = functions.get(name);
    if (!known) {
      const constant = Object.hasOwn(constants, name) ? constants[name] : undefined;
      if (constant) return constant;
      throw new ToolError(
        `“${name.slice(0, 40)}” isn't supported. Use numbers, pi, e and ${functionNames.join(", ")}.`,
      );
    }
    const [least, most, work] = known;
    if (!this.#next("(")) throw new ToolError(`${name} requires its values in parentheses.`);
    const values: Rational[] = [];
    do values.push(this.#sum());
    while (this.#next(","));
    if (!this.#next(")")) throw new ToolError("A parenthesis isn't closed.");
    if (values.length < least || values.length > most)
      throw new ToolError(
        `${name} takes ${least === most ? least : `${least} to ${most}`} ${most === 1 ? "value" : "values"}.`,
      );
    return work(...values);
  }
}

/** A formula's value as decimal text. Throws a `ToolError`. */
export function calculate(formula: string): string {
  if (formula.length > maxLength)
    throw new ToolError(`A formula can have up to ${maxLength.toLocaleString("en")} characters.`);
  return withMeter(() => q.formatRational(new Formula(formula).value()));
}
