import { existsSync, readFileSync } from "node:fs";
import type { Mutant } from "../mutant";
import { candidatesFor, onlyMatch, type Target, targetIn } from "./mutate";
import { type SourceSymbol, symbolsIn } from "./symbols";
import { parseSource } from "./syntax";

export interface Review {
  mutant: Mutant;
  /** `changed`: it was edited or is in another symbol, and must be looked at. */
  state: "right" | "moved" | "changed" | "lost";
  address?: Pick<Mutant, "symbol" | "shape"> & { path: string };
  /** What is at the address. */
  code?: string;
}

const maxOrdinal = 60;

/** The path with other ordinals in its first step: of `if 2 > test`, `if 1 > test`, `if 2 > test`, … */
function similarPaths(path: string): string[] {
  const [, kind, rest = ""] = /^(.*?) \d+( > .*)?$/.exec(path) ?? [];
  return kind === undefined ? [path] : Array.from({ length: maxOrdinal }, (_, index) => `${kind} ${index + 1}${rest}`);
}

/** Looks for the guard in its file: at its address, then wherever a node looks like it. */
export function review(mutant: Mutant): Review {
  const { file, symbol, operation, shape } = mutant;
  if (!existsSync(file)) return { mutant, state: "lost" };
  const source = readFileSync(file, "utf8");
  const found = (state: Review["state"], target: Target, path = operation.path): Review => ({
    mutant,
    state,
    address: { symbol: target.symbol.name, path, shape: target.shape },
    code: source.slice(target.node.start, target.node.end),
  });
  const candidates = candidatesFor(source, mutant);
  const there = onlyMatch(candidates, shape);
  if (there) return found(there.symbol.name === symbol && there.shape === shape ? "right" : "moved", there);
  const all = symbolsIn(parseSource(file, source));
  const named = all.filter(({ name }) => name === symbol);
  const places = (symbols: SourceSymbol[]): [Target, string][] =>
    symbols.flatMap((each) =>
      similarPaths(operation.path).flatMap((path): [Target, string][] => {
        const target = targetIn(each, { ...operation, path });
        return target ? [[target, path]] : [];
      }),
    );
  const inSymbol = new Map(places(named));
  const moved = onlyMatch([...inSymbol.keys()], shape);
  if (moved) return found("moved", moved, inSymbol.get(moved));
  const inFile = new Map(places(all));
  const elsewhere = onlyMatch([...inFile.keys()], shape);
  // With its symbol gone it has moved. Otherwise it may be another guard that looks the same.
  if (elsewhere) return found(named.length === 0 ? "moved" : "changed", elsewhere, inFile.get(elsewhere));
  const [only, ...others] = candidates;
  return only && others.length === 0 ? found("changed", only) : { mutant, state: "lost" };
}
