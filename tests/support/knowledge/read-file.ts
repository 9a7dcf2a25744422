import { parseFile } from "@/lib/server/engine/parsing/parse-file";

/** Reads a file as the server does, in a process of its own for a test that ends it. */
const [path = "", filename = ""] = process.argv.slice(2);
console.log("Reading");
await parseFile(path, filename, "team", new AbortController().signal);
console.log("Read");
