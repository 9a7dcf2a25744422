import { adoptStore } from "@/lib/server/engine/knowledge/vectors/builtin/adopt";
import { checkVectors, reindexDatasources, type VectorCheck } from "@/lib/server/main/operations/check-vectors";
import { pluralize } from "@/lib/utils/text/pluralize";
import { type AdminCommand, formatTable, RefusedError, requireArguments, UsageError } from "./command";

const formatMax = 100;

function summarize({ place, checked, skipped, differing, isComplete }: VectorCheck): string {
  const unfinished = skipped > 0 ? `, ${skipped} not finished` : "";
  const found = differing.length === 0 ? "all complete" : `${differing.length} with missing or extra vectors`;
  const rest = isComplete ? "" : " There are more data sources, which were not checked.";
  return `${pluralize(checked, "data source")} checked in ${place}: ${found}${unfinished}.${rest}`;
}

function formatDifferences({ differing }: VectorCheck): string {
  const rows = differing
    .slice(0, formatMax)
    .map(({ datasourceId, name, teamId, chunks, vectors }) => [datasourceId, name, teamId, `${chunks}`, `${vectors}`]);
  const table = formatTable(["ID", "Data source", "Team", "Chunks", "Vectors"], rows);
  return differing.length > formatMax ? `${table}\nShowing the first ${formatMax}.` : table;
}

export const vectorCommands: Record<string, AdminCommand> = {
  "check-vectors": {
    takes: "[reindex]",
    does: "compare the vectors of each data source with its text; reindex: also reindex the data sources that differ",
    run: async (db, args) => {
      const [action] = requireArguments(args, 0, 1);
      if (action !== undefined && action !== "reindex") throw new UsageError();
      const check = await checkVectors(db);
      if (check.problem !== null) throw new RefusedError(check.problem);
      if (check.differing.length === 0) return summarize(check);
      const text = `${summarize(check)}\n\n${formatDifferences(check)}\n`;
      if (!action) throw new RefusedError(`${text}\nTo reindex them: npm run admin -- check-vectors reindex`);
      await reindexDatasources(
        db,
        check.differing.map(({ datasourceId }) => datasourceId),
      );
      return `${text}\nWorkers are reindexing them. Until this is done, searches in them match keywords only.`;
    },
  },
  "adopt-vectors": {
    takes: "",
    does: "use the configured vector store from now on, even if the database records a different one",
    run: async (db, args) => {
      requireArguments(args, 0);
      const place = await adoptStore(db);
      const check = await checkVectors(db);
      const next = check.problem ?? summarize(check);
      const remedy = check.differing.length > 0 ? "\nTo reindex them: npm run admin -- check-vectors reindex" : "";
      return `The vectors of this database are now in ${place}.\n${next}${remedy}`;
    },
  },
};
