import { singleton } from "../registry";
import { rulesFromEnv } from "./rules";
import { createOutbound, type Outbound } from "./outbound";

/** The process's way out to addresses that users gave, with the rules of its environment. */
export const outbound = (): Outbound => singleton("outbound", () => createOutbound(rulesFromEnv()));
