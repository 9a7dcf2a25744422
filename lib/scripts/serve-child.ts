import { becomeServer } from "./serve.ts";

/** One of several server processes, see `processes.ts`. */
const [, , host = "", port = ""] = process.argv;
becomeServer(host, port);
