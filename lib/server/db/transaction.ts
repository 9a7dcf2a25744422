import type { ClientBase } from "pg";

/** Runs work on one connection between `begin` and `commit`; a failure undoes all of it. */
export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>, mode = ""): Promise<T> {
  await client.query(`begin ${mode}`);
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // A connection that was cut cannot roll back, and need not.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
