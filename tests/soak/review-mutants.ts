/**
 * `npm run mutants [-- part of a name …]`: writes the addresses of mutants anew whose guards have moved. Where a guard was
 * edited, its code is shown; once that was looked at, the mutants that are named are written with what is there now.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mutants } from "./mutants";
import { type Review, review } from "./mutation/readdress";
import { nodesIn, parseSource } from "./mutation/syntax";

const folder = "tests/soak/mutants";
const accepted = process.argv.slice(2);

/** Writes the address into the entry `[name, symbol, operation(path, …), shape]`. */
function write({ mutant, address }: Review): void {
  if (!address) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const source = readFileSync(file, "utf8");
    for (const entry of nodesIn(parseSource(file, source))) {
      if (entry.type !== "ArrayExpression") continue;
      const [title, symbol, operation, shape] = entry.elements;
      if (title?.type !== "Literal" || title.value !== mutant.name) continue;
      const path = operation?.type === "CallExpression" ? operation.arguments[0] : undefined;
      if (!symbol || !path || !shape) continue;
      const parts: [typeof symbol, string][] = [
        [shape, address.shape],
        [path, address.path],
        [symbol, address.symbol],
      ];
      const written = parts.reduce(
        (text, [{ start, end }, value]) => text.slice(0, start) + JSON.stringify(value) + text.slice(end),
        source,
      );
      writeFileSync(file, written);
    }
  }
}

let open = 0;
for (const mutant of mutants) {
  const result = review(mutant);
  const { state, address, code } = result;
  if (state === "right") continue;
  // Only the rest of the symbol was edited.
  const isThere = address?.symbol === mutant.symbol && address.path === mutant.operation.path;
  const isAccepted = state === "changed" && accepted.some((part) => mutant.name.includes(part));
  if (state === "moved" || isAccepted) write(result);
  else open += 1;
  if (state === "moved" && isThere) continue;
  console.info(`${isAccepted ? "accepted" : state}: ${mutant.name} (${mutant.file})`);
  if (address) console.info(`  ${address.symbol}, ${address.path}:\n${code}\n`);
}
if (open > 0) console.info(`${open} are to be looked at. Name those whose code is still the guard that is meant.`);
process.exit(open > 0 ? 1 : 0);
