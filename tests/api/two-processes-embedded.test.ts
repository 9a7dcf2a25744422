import { describe } from "vitest";
import { onEmbedded } from "../support/many-processes";
import { twoProcesses } from "../support/two-processes";

describe("two servers and a worker on the embedded database of one data folder", () => twoProcesses(onEmbedded));
