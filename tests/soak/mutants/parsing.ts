import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const suite = (name: string): string => `tests/unit/knowledge/${name}.test.ts`;

/** Files that are larger, deeper or slower than they should be, and the rules of chunks. */
export const parsingMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/parsing/shared/archive.ts`,
    [suite("office"), "an archive"],
    ["an archive inflates to any size", "Archive.read", never("comparison 1"), "e52cfc5899"],
    [
      "parts of an archive are counted each alone",
      "Archive.read",
      replace("assignment 1", "$target = $1"),
      "28b3a55899",
    ],
    ["an archive has any number of parts", "Archive.open", drop("if 1"), "9a26d64d61"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/shared/archive.ts`,
    [suite("recognize"), "a zip entry with a password"],
    ["a locked part of an archive is damaged", "Archive.read", drop("if 2"), "0a819e5899"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/shared/block-list.ts`,
    [suite("plain-formats")],
    ["a file's text has any length", "BlockList.add", drop("comparison 3"), "9a3f23ad2f"],
    ["a file has any number of blocks", "BlockList.add", drop("comparison 4"), "c24bb9ad2f"],
    ["control characters are kept", "cleanText", replace("call replace 2", "$owner"), "3a3a90df77"],
    ["halves of pairs are kept", "cleanText", replace("call toWellFormed 1", "$owner"), "c6127edf77"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/detect/read-text.ts`,
    [suite("plain-formats"), "a file that is too large"],
    ["a file of any size is read into memory", "readBytes", drop("if 1"), "5d6e4ca130"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/shared/markup.ts`,
    [suite("office"), "nested beyond reason"],
    ["XML is nested to any depth", "parseXml", drop("if 1"), "9c3a17898d"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/formats/docx.ts`,
    [suite("office"), "nested beyond reason"],
    ["a Word document is nested to any depth", "toWordFile", drop("if 3"), "387f37a633"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/formats/html.ts`,
    [suite("html"), "stands"],
    ["HTML is nested to any depth", "readHtml", drop("if 1"), "4121309e87"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/formats/xlsx-parts/sheet-rows.ts`,
    [suite("workbook"), "a workbook"],
    ["a sheet spans any rectangle", "readRows", drop("if 2"), "0657231e2e"],
    ["readings of texts are text", "readRows", drop("if 6"), "e1179e1e2e"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/formats/pdf.ts`,
    [suite("pdf"), "a PDF"],
    ["a PDF has any number of pages", "readPdf", drop("if 1"), "199be11a66"],
    ["a scanned PDF is an empty success", "readPdf", drop("if 3"), "2833971a66"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/parse.ts`,
    [suite("parse-file"), "not there"],
    ["a disk's fault is the file's", "toParseError", drop("if 2"), "414d969738"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/parser-process.ts`,
    [suite("parse-file"), "is given up"],
    ["a file is read for ever", "ParserProcess.ask", replace("arithmetic 1", "1e6 + $1 - $2"), "12221ab002"],
    ["waiting counts as reading", "ParserProcess.ask", replace("assignment 5", "$target = $1_1"), "9aabaeb002"],
    ["an abort waits for the file", "ParserProcess.ask", replace("variable 4 > value > body", "void $1"), "6dbf90b002"],
    [
      "the heap has any size",
      "ParserProcess.constructor",
      replace("template 1", '"--max-old-space-size=4096"'),
      "6498234b08",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/parser-process.ts`,
    [suite("parser-process"), "environment"],
    ["a parser knows the environment", "ParserProcess.constructor", drop("object 1 > property 1"), "187b8f4b08"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/worker.ts`,
    [suite("parse-file"), "buffers"],
    [
      "buffers are not counted",
      "watchdog",
      reword("value", "|| process.memoryUsage.rss() > workerData", ""),
      "cae8b369bb",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/parser-pool.ts`,
    [suite("parser-process")],
    ["any number of parsers work", "ParserPool.acquire", never("comparison 1"), "db8f93f32a"],
    ["a parser reads for another owner", "ParserPool.#takeIdle", always("comparison 1"), "2c451de7c1"],
    ["any number of parsers rest", "ParserPool.#takeUnused", never("comparison 1"), "d5fc5d81c0"],
    ["who was just served is never preferred", "ParserPool.#findNext", always("ternary 1"), "83f152f8cd"],
    ["a turn never ends", "ParserPool.#findNext", replace("comparison 1", "$1 < 0"), "a818cdf8cd"],
    ["an ended parser is given out", "ParserPool.#takeIdle", always("if 2"), "677ebbe7c1"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/chunking/splitter.ts`,
    [suite("chunk-rules"), "whatever the document"],
    ["an overlap has any length", "Splitter.constructor", replace("call floor 3", "$1_1"), "f316354707"],
    ["an overlap reaches into a table", "Splitter.#findNextStart", drop("call max 1 > argument 3"), "5c01b1fc8b"],
    ["a header adds to the size", "Splitter.split", replace("arithmetic 1", "$1"), "1ebe201579"],
    ["a piece says nothing new", "Splitter.split", drop("if 2"), "e144631579"],
  ),
  ...mutantsOf(
    `${server}/engine/parsing/chunking/boundaries.ts`,
    [suite("chunks"), "readers see as one"],
    ["a cut parts a sign", "findGraphemeBefore", always("not 1"), "50cf96728a"],
  ),
];
