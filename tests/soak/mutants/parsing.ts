import { type Mutant, mutantsOf } from "../mutant";

const parsing = "lib/server/knowledge/parsing";
const chunking = "lib/server/knowledge/chunking";
const suite = (name: string): string => `tests/unit/knowledge/${name}.test.ts`;

/** Files that are larger, deeper or slower than they should be, and the rules of chunks. */
export const parsingMutants: Mutant[] = [
  ...mutantsOf(
    `${parsing}/archive.ts`,
    [suite("office"), "an archive"],
    ["an archive inflates to any size", "if (this.#inflated > parseLimits.inflatedBytes) throw tooLarge();", ""],
    ["parts of an archive are counted each alone", "this.#inflated += part.length;", "this.#inflated = part.length;"],
    ["an archive has any number of parts", "if (zip.entryCount > parseLimits.archiveEntries) throw tooLarge();", ""],
  ),
  ...mutantsOf(
    `${parsing}/archive.ts`,
    [suite("recognise"), "a zip entry with a password"],
    ["a locked part of an archive is damaged", "if (entry.isEncrypted())", "if (false)"],
  ),
  ...mutantsOf(
    `${parsing}/block-list.ts`,
    [suite("plain-formats")],
    ["a file's text has any length", "this.#length > parseLimits.textLength ||", ""],
    ["a file has any number of blocks", "|| this.blocks.length >= parseLimits.blocks", ""],
    ["control characters are kept", '.replace(controls, "")', ""],
    ["halves of pairs are kept", ".toWellFormed()", ""],
  ),
  ...mutantsOf(
    `${parsing}/read-text.ts`,
    [suite("plain-formats"), "a file that is too large"],
    ["a file of any size is read into memory", "if ((await stat(path)).size > parseLimits.fileBytes)", "if (false)"],
  ),
  ...mutantsOf(
    `${parsing}/markup.ts`,
    [suite("office"), "nested beyond reason"],
    ["XML is nested to any depth", "if (isTooDeep(text))", "if (false)"],
  ),
  ...mutantsOf(
    `${parsing}/formats/docx.ts`,
    [suite("office"), "nested beyond reason"],
    ["a Word document is nested to any depth", "if (isTooDeep(xml))", "if (false)"],
  ),
  ...mutantsOf(
    `${parsing}/formats/html.ts`,
    [suite("html"), "stands"],
    ["HTML is nested to any depth", "if (isTooDeep(html)) {", "if (false) {"],
  ),
  ...mutantsOf(
    `${parsing}/formats/xlsx.ts`,
    [suite("office"), "one cell far"],
    ["a sheet spans any rectangle", "if (rows * columns > parseLimits.sheetCells)", "if (false)"],
  ),
  ...mutantsOf(
    `${parsing}/formats/pdf.ts`,
    [suite("pdf"), "a PDF"],
    ["a PDF has any number of pages", "if (pdf.numPages > parseLimits.pages)", "if (false)"],
    ["a scanned PDF is an empty success", "if (blocks.blocks.length === 0)", "if (false)"],
  ),
  ...mutantsOf(
    `${parsing}/parse.ts`,
    [suite("parse-file"), "not there"],
    ["a disk's fault is the file's", '"syscall" in error', "false"],
  ),
  ...mutantsOf(
    `${parsing}/parser-process.ts`,
    [suite("parse-file"), "is given up"],
    ["a file is read for ever", "this.#end(tooSlow()), parseLimits.ms", "this.#end(tooSlow()), 1e6 + parseLimits.ms"],
    ["waiting counts as reading", "this.#usedMs += performance.now() - started;", "this.#usedMs = performance.now();"],
    ["an abort waits for the file", "const abort = () => this.#end(", "const abort = () => void ("],
    ["the heap has any size", "`--max-old-space-size=${parseLimits.heapMb}`", '"--max-old-space-size=4096"'],
  ),
  ...mutantsOf(
    `${parsing}/parser-process.ts`,
    [suite("parser-process"), "environment"],
    ["a parser knows the environment", 'env: { NODE_ENV: "production" },', ""],
  ),
  ...mutantsOf(
    `${parsing}/worker.ts`,
    [suite("parse-file"), "buffers"],
    ["buffers are not counted", "|| process.memoryUsage.rss() > workerData", ""],
  ),
  ...mutantsOf(
    `${parsing}/parser-pool.ts`,
    [suite("parser-process")],
    ["any number of parsers work", "if (this.#taken >= this.#size)", "if (false)"],
    ["a parser reads for another owner", "this.#owners.get(parser) === owner", "true"],
    ["any number of parsers rest", "while (this.#idle.length > 0 && ", "while (false && "],
    ["who was just served is never preferred", "const at = isOver ? 0", "const at = true ? 0"],
    ["a turn never ends", "> turnMs;", "< 0;"],
    ["an ended parser is given out", "if (found.parser.alive) return", "return"],
  ),
  ...mutantsOf(
    `${chunking}/cutter.ts`,
    [suite("chunk-rules"), "whatever the document"],
    ["an overlap has any length", "Math.floor(this.#size / 2));", "this.#size);"],
    ["an overlap reaches into a table", "end - this.#overlap, tableEnd)", "end - this.#overlap)"],
    ["a header adds to the size", "this.#size - header.length, region.end", "this.#size, region.end"],
    ["a piece says nothing new", "if (end <= done && start < done) {", "if (false) {"],
  ),
  ...mutantsOf(
    `${chunking}/places.ts`,
    [suite("chunks"), "readers see as one"],
    ["a cut parts a sign", "if (!partsSign(text, place)) return place;\n  if (!isLow", "return place;\n  if (!isLow"],
  ),
];
