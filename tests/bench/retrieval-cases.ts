import { randomFrom } from "../support/random";
import { topics } from "./retrieval-topics";

export const kinds = ["exact terms", "paraphrases", "numbers", "names"] as const;
type Kind = (typeof kinds)[number];

export interface Constructed {
  documents: { name: string; text: string }[];
  cases: { kind: Kind; query: string; name: string }[];
}

const each = 22;
const syllables = ["ka", "lo", "mer", "vin", "tu", "sa", "rel", "dor", "mi", "ne", "pha", "gol", "bri", "ust"];
const goods = ["rye", "timber", "salt", "copper wire", "bricks", "olive oil", "paper", "coffee", "glass", "wool"];
const ports = ["north pier", "south basin", "old quay", "grain terminal", "ferry dock", "container yard"];
const parts = ["pump", "valve", "gearbox", "bearing", "compressor", "filter", "sensor", "coupling"];

/** Documents and questions whose answers are known: a tenth is written by hand, the others are alike but for what is asked. */
export function constructed(): Constructed {
  const random = randomFrom(20_260_301);
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? "";
  const written = topics.map(([title, text]) => ({ name: `${title}.md`, text: `# ${title}\n\n${text}` }));
  const ships = Array.from({ length: 90 }, (_, i) => {
    const name = Array.from({ length: 3 }, () => pick(syllables)).join("");
    const ship = `${name[0]?.toUpperCase()}${name.slice(1)}`;
    const text = `The ship ${ship} carries ${pick(goods)} and moors at the ${pick(ports)}. Her crew changes every ${2 + Math.floor(random() * 9)} weeks, and her papers are kept by the harbour office.`;
    return { name: `ship ${i}.md`, text: `# Ship ${ship}\n\n${text}`, ship };
  });
  const machines = Array.from({ length: 90 }, (_, i) => {
    const part = pick(parts);
    const code = `${pick(["KX", "QT", "ZR", "BV"])}-${1_000 + Math.floor(random() * 9_000)}`;
    const pressure = 100 + i * 7;
    const text = `The ${part} ${code} is serviced after ${5_000 + i * 130} hours. It is tested at ${pressure} bar, and the result is written into the log of the workshop.`;
    return {
      name: `machine ${i}.md`,
      text: `# Service of the ${part}\n\n${text}`,
      part,
      code,
      hours: 5_000 + i * 130,
      pressure,
    };
  });
  const cases: Constructed["cases"] = topics.flatMap(([title, , exact, paraphrase]) => [
    { kind: "exact terms" as const, query: exact, name: `${title}.md` },
    { kind: "paraphrases" as const, query: paraphrase, name: `${title}.md` },
  ]);
  for (const { name, part, code, hours, pressure } of machines.slice(0, each)) {
    const asked = [`What is ${code}?`, `Which ${part} is serviced after ${hours} hours?`, `tested at ${pressure} bar`];
    cases.push({ kind: "numbers", query: asked[cases.length % asked.length] ?? code, name });
  }
  for (const { name, ship } of ships.slice(0, each)) {
    const asked = [
      `Where does the ship ${ship} moor?`,
      `${ship}`,
      `What does ${ship} carry, and who keeps her papers?`,
    ];
    cases.push({ kind: "names", query: asked[cases.length % asked.length] ?? ship, name });
  }
  const documents = [...written, ...ships, ...machines].map(({ name, text }) => ({ name, text }));
  return { documents, cases };
}
