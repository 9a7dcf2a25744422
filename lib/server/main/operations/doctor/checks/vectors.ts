import { drizzle } from "drizzle-orm/node-postgres";
import type { Client } from "pg";
import { pluralize } from "@/lib/utils/text/pluralize";
import * as schema from "../../../../platform/db/tables/schema";
import { checkVectors } from "../../check-vectors";
import { type Check, type Finding, ok, problem, withDatabase } from "./finding";

const maxNamed = 5;
/** Both bound the check, which runs next to a server: each data source is a request to the store. */
const maxDatasources = 500;
const limitMs = 10_000;

export const vectorsCheck: Check = {
  name: "Vectors",
  remedy: "Check the settings of the vector store, and that it can be reached.",
  run: (examination, signal) =>
    withDatabase(examination, (client) => compare(client, signal), "the vector store and its number of vectors"),
};

async function compare(client: Client, signal: AbortSignal): Promise<Finding[]> {
  const tables = await client.query<{ found: string | null }>("select to_regclass('public.documents') found");
  if (!tables.rows[0]?.found) return [];
  const found = await checkVectors(drizzle({ client, schema, casing: "snake_case" }), {
    signal,
    max: maxDatasources,
    limitMs,
  });
  if (found.problem !== null) return [problem(found.problem, vectorsCheck.remedy)];
  const rest = found.isComplete ? "" : " To compare the others, run `npm run admin -- check-vectors`.";
  const summary = `The vectors in ${found.place} were compared with the chunks of ${pluralize(found.checked, "data source")}.${rest}`;
  if (found.differing.length === 0) return [ok(summary)];
  const named = found.differing
    .slice(0, maxNamed)
    .map(
      ({ datasourceId, vectors, chunks }) =>
        `${datasourceId} (${pluralize(vectors, "vector")}, ${pluralize(chunks, "chunk")})`,
    );
  return [
    problem(
      `${summary} Vectors are missing or extra in ${pluralize(found.differing.length, "data source")}: ${named.join(", ")}.`,
      "Run `npm run admin -- check-vectors reindex`, or restore the vectors with the data from a backup.",
    ),
  ];
}
