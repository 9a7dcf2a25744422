import robotsParser from "robots-parser";

export const AGENT = "Muster";

const ownAgents = new Set(["*", AGENT.toLowerCase()]);
const agentOf = (value: string): string => value.toLowerCase().split("/")[0]?.trim() ?? "";

/** The lines that concern Muster: the parser would write each rule of a group once for each of its agents. */
function ownLines(text: string): string[] {
  const lines: string[] = [];
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
    lines.push(...[...agents].map((agent) => `User-agent: ${agent}`), line);
    agents = new Set();
  }
  return lines;
}

/** The rules of a robots.txt, however it was made. */
export const robotsFor = (address: string, text: string) => robotsParser(address, ownLines(text).join("\n"));
