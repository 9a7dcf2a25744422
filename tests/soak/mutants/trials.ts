import { type Mutant, mutantsOf } from "../mutant";

const folder = "lib/server/datasources";
const suite = "tests/api/trials.test.ts";

/** What keeps a trial of another chunking apart from its datasource, and ends it without a trace. */
export const trialMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/service.ts`,
    [suite, "is no datasource"],
    [
      "a trial is a datasource to calls",
      "eq(datasources.teamId, teamId), eq(datasources.id, id), isNull(datasources.trialOf)",
      "eq(datasources.teamId, teamId), eq(datasources.id, id)",
    ],
  ),
  ...mutantsOf(
    `${folder}/queries.ts`,
    [suite, "is no datasource"],
    ["a trial can be read", "eq(datasources.id, id), isNull(datasources.trialOf)", "eq(datasources.id, id)"],
    ["a trial's documents can be read", " and ${datasources.trialOf} is null)", ")"],
  ),
  ...mutantsOf(
    `${folder}/queries.ts`,
    [suite, "is nowhere else"],
    ["a trial is listed", "query, isNull(datasources.trialOf));", "query);"],
  ),
  ...mutantsOf(
    `${folder}/vectordb-users.ts`,
    [suite, "is nowhere else"],
    ["a trial is named as a user of its store", "isNull(datasources.trialOf), place", "place"],
  ),
  ...mutantsOf(
    `${folder}/trials.ts`,
    [suite, "discards it"],
    ["a trial's vectors are left", "await noteVectors(tx, trial);", ""],
  ),
  ...mutantsOf(
    `${folder}/remove.ts`,
    [suite, "comes with that of its datasource"],
    ["a deleted datasource leaves its trial's vectors", "await removeTrial(tx, row);", ""],
  ),
  ...mutantsOf(
    `${folder}/change.ts`,
    [suite, "another embedding model"],
    ["a trial outlives its embedding model", "await removeTrial(tx, row);", ""],
  ),
  ...mutantsOf(
    `${folder}/trials.ts`,
    [suite, "is stopped and gone on with"],
    ["an unfinished trial is used", "await requireDone(tx, trial);", ""],
  ),
  ...mutantsOf(
    `${folder}/trial-handlers.ts`,
    [suite, "where another process has left it"],
    ["an unfinished trial is compared", "await requireDone(ctx.db, trial);", ""],
  ),
  ...mutantsOf(
    `${folder}/trials.ts`,
    [suite, "where it makes no sense"],
    ["a trial is begun while documents are worked on", "?.dateEnded === null)", "?.dateEnded === undefined)"],
  ),
  ...mutantsOf(
    `${folder}/trials.ts`,
    [suite, "comes by itself"],
    ["young trials are swept", "days => ${trialDays})", "days => 0)"],
  ),
  ...mutantsOf(
    `${folder}/copies.ts`,
    [suite, "are what counts"],
    ["old chunks are taken for a changed document", " and c.content_hash = o.content_hash\n", "\n"],
  ),
  ...mutantsOf(
    `${folder}/trials.ts`,
    [suite, "stops as a whole"],
    [
      "a trial that cannot fit is begun",
      "await requireStorage(tx, team.orgId, await leastBytes(",
      "void (await leastBytes(",
    ],
  ),
  ...mutantsOf(
    "lib/server/knowledge/pipeline/store-stage.ts",
    [suite, "stops as a whole"],
    ["a trial goes on with some of its documents", "if (work.datasource.trialOf) throw", "if (false) throw"],
  ),
];
