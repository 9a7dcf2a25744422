/** Nothing: without a file of its own Next would take Muster's. */
export const register = (): void => {};
