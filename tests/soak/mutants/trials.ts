import { type Mutant, mutantsOf } from "../mutant";
import { drop, replace, reword } from "../mutation/operation";

const server = "lib/server";
const suite = "tests/api/trials.test.ts";

/** What keeps a trial of another chunking apart from its datasource, and ends it without a trace. */
export const trialMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/engine/knowledge/find-datasource.ts",
    [suite, "is no datasource"],
    ["a trial is a datasource to calls", "isListed", drop("call isNull 1"), "80b8313b82"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/store/queries.ts`,
    [suite, "is no datasource"],
    ["a trial can be read", "viewDatasource", drop("call and 1 > argument 3"), "14016fc768"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/store/document-queries.ts`,
    [suite, "is no datasource"],
    ["a trial's documents can be read", "getDocument", reword("template 1", "{3} and {4}", "{3}"), "4e35d17d8d"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/store/queries.ts`,
    [suite, "is nowhere else"],
    ["a trial is listed", "readPage", drop("object 1 > property 2"), "7b34c051a6"],
  ),
  ...mutantsOf(
    `${server}/resources/references/select-users.ts`,
    [suite, "is nowhere else"],
    ["a trial is named as a user of its store", "selectUsers", drop("call and 1 > argument 2"), "8aaca3edd2"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/trials/trials.ts`,
    [suite, "discards it"],
    ["a trial's vectors are left", "removeTrial", drop("statement 1"), "8bf19333fe"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/remove.ts`,
    [suite, "comes with that of its datasource"],
    ["a deleted datasource leaves its trial's vectors", "trashDatasource", drop("statement 1"), "4e9d2805fa"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/change.ts`,
    [suite, "another embedding model"],
    ["a trial outlives its embedding model", "changeDatasource", drop("statement 7"), "07e463fcc6"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/trials/trials.ts`,
    [suite, "is stopped and gone on with"],
    ["an unfinished trial is used", "applyTrial", drop("statement 1"), "8bf193e81f"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/trials/trial-handlers.ts`,
    [suite, "where another process has left it"],
    ["an unfinished trial is compared", "implement.run", drop("statement 1"), "ff172377cb"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/trials/trials.ts`,
    [suite, "where it makes no sense"],
    [
      "a trial is begun while documents are worked on",
      "startTrial",
      replace("comparison 2 > operand 2", "undefined"),
      "697de6857d",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/trials/trials.ts`,
    [suite, "comes by itself"],
    ["young trials are swept", "sweepTrials", reword("template 1", "{1}", "0"), "6670b1b92d"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/store/copies.ts`,
    [suite, "are what counts"],
    [
      "old chunks are taken for a changed document",
      "copyChunks",
      reword("template 1", "and c.content_hash = o.content_hash", ""),
      "89f3c1afc1",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/trials/trials.ts`,
    [suite, "stops as a whole"],
    ["a trial that can't fit is begun", "startTrial", replace("await 2", "void $1_3"), "660d3f857d"],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/pipeline/stages/reserve-storage.ts",
    [suite, "stops as a whole"],
    ["a trial goes on with some of its documents", "reserveOrFail", drop("if 2"), "9d16ccc43d"],
  ),
];
