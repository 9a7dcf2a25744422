import { RE2JS, RE2JSException } from "re2js";

/** Characters times instructions of the compiled pattern that take about 100 ms. */
const maxWork = 2_000_000;
const maxChars = 200_000;
/** Patterns beyond could read too little of an answer. */
const maxInstructions = 2_000;

function compile(pattern: string): RE2JS {
  return RE2JS.compile(pattern);
}

/** Why a pattern cannot be used; undefined if it can. */
export function findPatternProblem(pattern: string): string | undefined {
  try {
    const size = compile(pattern).programSize();
    return size > maxInstructions ? "This pattern is too complex. Use fewer or smaller repetitions." : undefined;
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return "This isn't a valid pattern in RE2 syntax, which has no lookaround or backreferences.";
  }
}

/** Whether a pattern matches somewhere; undefined: the text is too long to say so. Takes time in proportion to the text. */
export function matchesPattern(pattern: string, text: string): boolean | undefined {
  const compiled = compile(pattern);
  const readable = Math.min(maxChars, Math.floor(maxWork / compiled.programSize()));
  if (compiled.matcher(text.slice(0, readable)).find()) return true;
  return text.length > readable ? undefined : false;
}
