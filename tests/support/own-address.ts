import { randomUUID } from "node:crypto";

const newAddress = (): string => `test-${randomUUID()}`;

let address = newAddress();

/** The address that calls of this test file come from: limits are counted for all files that share a database. */
export const ownAddress = (): string => address;

/** Called at the start of each file, because files share modules. */
export const changeAddress = (): void => {
  address = newAddress();
};
