import robotsParser from "robots-parser";

export const AGENT = "Muster";

const ownAgents = new Set(["*", AGENT.toLowerCase()]);
const agentOf = (value: string): string => value.toLowerCase().split("/")[0]?.trim() ?? "";

const rulesMost = 1_000;
/** Each character of a rule with a wildcard is compared with every character of an address. */
const wildcardCharsMost = 20_000;
const ruleName = /^\s*(dis)?allow\s*$/i;

/** Leaves out rules that would make a visit cost much. A long prohibition with wildcards is taken for a wider one without. */
class RuleBounds {
  #rules = 0;
  #wildcardChars = 0;

  /** The line as it is taken; null where it is not. */
  take(line: string): string | null {
    const colon = line.indexOf(":");
    const [, prohibits] = ruleName.exec(line.slice(0, colon)) ?? [null];
    if (prohibits === null) return line;
    this.#rules += 1;
    if (this.#rules > rulesMost) return null;
    const wildcard = line.indexOf("*", colon);
    if (wildcard === -1) return line;
    const chars = encodedLength(line.slice(colon + 1));
    if (this.#wildcardChars + chars <= wildcardCharsMost) {
      this.#wildcardChars += chars;
      return line;
    }
    return prohibits ? line.slice(0, wildcard) : null;
  }
}

/** Of a rule as the parser spells it. */
const encodedLength = (text: string): number => Buffer.byteLength(text) * 3;

/** The lines that concern Muster: the parser would write each rule of a group once for each of its agents. */
function ownLines(text: string): string[] {
  const lines: string[] = [];
  const bounds = new RuleBounds();
  /** Of the group whose agents are being named. */
  let agents = new Set<string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [name = "", ...rest] = line.split(":");
    if (name.trim().toLowerCase() === "user-agent") {
      const agent = agentOf(rest.join(":").split("#")[0] ?? "");
      agents.add(ownAgents.has(agent) ? agent : "other");
      continue;
    }
    if (rest.length === 0) continue;
    lines.push(...[...agents].map((agent) => `User-agent: ${agent}`));
    agents = new Set();
    const taken = bounds.take(line);
    if (taken !== null) lines.push(taken);
  }
  return lines;
}

/** The rules of a robots.txt, however it was made. */
export const robotsFor = (address: string, text: string) => robotsParser(address, ownLines(text).join("\n"));
