type Argon2 = typeof import("@node-rs/argon2");

/** Work done once, after the next hash of that kind and before anything follows from it. */
export const after: { verify?: () => Promise<unknown>; hash?: () => Promise<unknown> } = {};

async function once(kind: keyof typeof after): Promise<void> {
  const work = after[kind];
  after[kind] = undefined;
  await work?.();
}

/** For `vi.mock("@node-rs/argon2", …)`: real hashes, each followed by the work that a test has set. */
export const withHooks = (real: Argon2): Argon2 => ({
  ...real,
  verify: async (...args) => {
    const right = await real.verify(...args);
    await once("verify");
    return right;
  },
  hash: async (...args) => {
    const hashed = await real.hash(...args);
    await once("hash");
    return hashed;
  },
});
