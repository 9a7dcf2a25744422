import type { ClientBase } from "pg";

/** Runs work between `begin` and `commit`; a failure rolls back. */
export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>, mode = ""): Promise<T> {
  await client.query(`begin ${mode}`);
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // A closed connection has already been rolled back.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}
