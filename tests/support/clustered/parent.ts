import { fileURLToPath } from "node:url";
import { parseProcesses, startProcesses } from "../../../lib/scripts/processes.ts";

/** Starts processes of the script beside it. */
const count = parseProcesses(process.argv.slice(2));
startProcesses(count, fileURLToPath(new URL("./child.ts", import.meta.url)), []);
