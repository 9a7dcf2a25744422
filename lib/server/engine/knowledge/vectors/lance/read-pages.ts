import { withVectorErrors } from "./failure";
import type { Tables } from "./tables";

/** Rows of a table that match, batch by batch. None when the table does not exist. */
export async function* readPages(
  tables: Tables,
  name: string,
  where: string,
  columns: string[],
  signal?: AbortSignal,
): AsyncGenerator<Record<string, unknown>> {
  const iteration = await withVectorErrors(() =>
    tables.withTable(name, async (table) => {
      const batches = table.query().where(where).select(columns)[Symbol.asyncIterator]();
      return { batches, first: await batches.next() };
    }),
  );
  for (
    let next = iteration?.first;
    iteration && next && !next.done;
    next = await withVectorErrors(() => iteration.batches.next())
  ) {
    signal?.throwIfAborted();
    yield* next.value;
  }
}
