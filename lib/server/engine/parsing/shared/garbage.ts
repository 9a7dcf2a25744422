/** Characters to examine: fewer are inconclusive, more are unnecessary. */
const minChars = 40;
const maxChars = 500_000;
/** Maximum share of control characters and private-use characters. */
const maxStrange = 0.1;
const maxPrivate = 0.3;
/** Maximum share of adjacent letters from scripts that are never mixed. */
const maxMixed = 0.3;

const strange = /[\p{Cc}\p{Cn}\p{Cs}\ufffd]/u;
const privateUse = /\p{Co}/u;
const letter = /\p{L}/u;

/** Scripts that are written together count as one. */
const scripts: [string, RegExp][] = [
  ["Latin", /\p{Script=Latin}/u],
  // Chinese, Japanese and Korean.
  ["Han", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー]/u],
  ["Cyrillic", /\p{Script=Cyrillic}/u],
  ["Greek", /\p{Script=Greek}/u],
  ["Arabic", /\p{Script=Arabic}/u],
  ["Hebrew", /\p{Script=Hebrew}/u],
  ["Devanagari", /\p{Script=Devanagari}/u],
  ["Thai", /\p{Script=Thai}/u],
];

/** Other scripts by Unicode blocks of 128, each of which has one script or two. */
function findScript(sign: string): string {
  const known = scripts.find(([, pattern]) => pattern.test(sign));
  return known?.[0] ?? String((sign.codePointAt(0) ?? 0) >> 7);
}

/** Detects text made of glyph numbers instead of characters. */
export class GarbageCount {
  #all = 0;
  #strange = 0;
  #private = 0;
  #pairs = 0;
  #mixed = 0;

  add(text: string): void {
    if (this.#all > maxChars) return;
    let last: string | undefined;
    for (const sign of text) {
      if (/\s/.test(sign)) {
        last = undefined;
        continue;
      }
      this.#all += 1;
      if (strange.test(sign)) this.#strange += 1;
      else if (privateUse.test(sign)) this.#private += 1;
      const script = letter.test(sign) ? findScript(sign) : undefined;
      if (script !== undefined && last !== undefined) {
        this.#pairs += 1;
        if (script !== last) this.#mixed += 1;
      }
      last = script;
    }
  }

  get isGarbage(): boolean {
    if (this.#all >= minChars && this.#strange > this.#all * maxStrange) return true;
    if (this.#all >= minChars && this.#private > this.#all * maxPrivate) return true;
    return this.#pairs >= minChars && this.#mixed > this.#pairs * maxMixed;
  }
}
