import { describe } from "vitest";
import { onOwnPostgres } from "../support/many-processes";
import { twoProcesses } from "../support/two-processes";

describe("two servers and a worker on a PostgreSQL of one's own", () => twoProcesses(onOwnPostgres));
