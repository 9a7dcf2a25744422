import robotsParser from "robots-parser";

export const AGENT = "Muster";

const ownAgents = new Set(["*", AGENT.toLowerCase()]);
const parseAgent = (value: string): string => value.toLowerCase().split("/")[0]?.trim() ?? "";

const maxRules = 1_000;
/** Each character of a wildcard rule is compared with every character of a URL. */
const maxWildcardChars = 8_000;
const rule = /^\s*(dis)?allow\s*:/i;

/** The length of a rule as the parser encodes it: other characters are up to three bytes of three characters each. */
const computeEncodedLength = (text: string): number => text.replace(/[^!-~]/g, "%00%00%00").length;

/** Bounds the cost of matching a URL. Rules beyond it are ignored. */
class RuleBounds {
  #rules = maxRules;
  #wildcardChars = maxWildcardChars;

  hasRoom(line: string): boolean {
    this.#rules -= 1;
    if (line.includes("*")) this.#wildcardChars -= computeEncodedLength(line);
    return this.#rules >= 0 && (this.#wildcardChars >= 0 || !line.includes("*"));
  }
}

/** Drops lines for other agents: the parser would copy each rule of a group for each of its agents. */
function filterLines(text: string): string[] {
  const lines: string[] = [];
  const bounds = new RuleBounds();
  /** Agents of the group being read. */
  let agents = new Set<string>();
  let appliesToMuster = false;
  for (const rawLine of text.split(/\r\n|\r|\n/)) {
    const [line = ""] = rawLine.split("#", 1);
    const [name = "", ...rest] = line.split(":");
    if (name.trim().toLowerCase() === "user-agent") {
      const agent = parseAgent(rest.join(":"));
      if (agents.size === 0) appliesToMuster = false;
      appliesToMuster ||= ownAgents.has(agent);
      agents.add(ownAgents.has(agent) ? agent : "other");
      continue;
    }
    if (rest.length === 0) continue;
    for (const agent of agents) lines.push(`User-agent: ${agent}`);
    agents = new Set();
    if (!rule.test(line) || (appliesToMuster && bounds.hasRoom(line))) lines.push(line);
  }
  return lines;
}

/** The rules of a robots.txt, even a malformed one. */
export const parseRobots = (address: string, text: string) => robotsParser(address, filterLines(text).join("\n"));
