import { randomBytes } from "node:crypto";

/** Keys of objects that test the storage. A killed process may leave one. */
export const probeKeys = /^probe-[0-9a-f]{32}$/;

export const newProbeKey = (): string => `probe-${randomBytes(16).toString("hex")}`;
