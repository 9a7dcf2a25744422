import { eq, sql } from "drizzle-orm";
import type { StreamChoice } from "../../connectors/types";
import { datasourceJobs } from "../../datasources/table";
import { holdDatasource } from "./as-taken";
import { markGone, markMet, unmet } from "./documents";
import { allUnread, readAgain, tryFailedAgain } from "./fetch-again";
import { Batch } from "./fetch-batch";
import { choicesOf, type OpenSource, withSource } from "./open-source";
import type { Work } from "./work";

const keysAtOnce = 200;

/** Reads every chosen stream and writes down what is new, changed and gone. Goes on where an earlier try stopped. */
export async function fetchSource(work: Work): Promise<void> {
  const { db, datasource, job } = work;
  if (job.attempt === 1) await tryFailedAgain(work);
  await withSource(work, async (source) => {
    for (const choice of choicesOf(datasource)) {
      const failed = await fetchStream(work, source, choice);
      // The connector's state may be past them: nothing tells them by itself.
      const keys = (await allUnread(work, choice.name)).filter((key) => !failed.has(key));
      await readAgain(work, source, choice, keys);
    }
  });
  await db.update(datasourceJobs).set({ dateFetched: new Date() }).where(eq(datasourceJobs.id, job.id));
}

/** Answers the keys of what could not be read. */
async function fetchStream(work: Work, source: OpenSource, choice: StreamChoice): Promise<ReadonlySet<string>> {
  const { connector, config, ctx } = source;
  const state = work.datasource.streamState[choice.name] ?? null;
  const batch = new Batch(work, choice.name);
  try {
    for await (const message of connector.read(config, choice, state, ctx)) {
      await batch.take(message);
      if (message.type === "end" && message.complete) await loseUnmet(work, source, choice);
    }
  } finally {
    await batch.discard();
  }
  return batch.failed;
}

/** All that the source has was told: what was not met is asked for once more, and gone when it is not there. */
async function loseUnmet(
  { db, datasource, job }: Work,
  { connector, config, ctx }: OpenSource,
  choice: StreamChoice,
): Promise<void> {
  for (;;) {
    const keys = (await unmet(db, datasource.id, choice.name, job.id, keysAtOnce)).map(({ key }) => key);
    if (keys.length === 0) break;
    const gone = new Set(await connector.gone(config, choice, keys, ctx));
    const there = keys.filter((key) => !gone.has(key));
    await db.transaction(async (tx) => {
      await holdDatasource(tx, datasource.id);
      const removed = gone.size > 0 ? await markGone(tx, datasource.id, choice.name, [...gone]) : 0;
      if (there.length > 0) await markMet(tx, datasource.id, choice.name, job.id, there);
      await tx
        .update(datasourceJobs)
        .set({ removed: sql`${datasourceJobs.removed} + ${removed}` })
        .where(eq(datasourceJobs.id, job.id));
    });
  }
}
