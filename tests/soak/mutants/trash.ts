import { type Mutant, mutantsOf } from "../mutant";
import { drop, replace, reword } from "../mutation/operation";

const resources = "lib/server/resources";
const suite = "tests/api/trash.test.ts";
const rights = "tests/api/trash-rights.test.ts";
const ofSessions = "tests/api/trash-sessions.test.ts";
const ofDatasources = "tests/api/trash-datasources.test.ts";

/** Who reaches what is in the trash, and what it takes to come back. */
export const trashMutants: Mutant[] = [
  ...mutantsOf(
    `${resources}/trash/queries.ts`,
    [rights, "shows private apps"],
    ["private items are restored by anyone", "matchesVisible", drop("call and 1 > argument 2"), "9ae873cd55"],
    ["private items are listed for anyone", "readPage", drop("object 1 > property 2"), "36e1a585df"],
  ),
  ...mutantsOf(
    `${resources}/trash/queries.ts`,
    [suite, "is of its team only"],
    ["other teams' items are restored", "matchesVisible", drop("call and 1 > argument 1"), "c691dacd55"],
  ),
  ...mutantsOf(
    `${resources}/trash/handlers.ts`,
    [rights],
    ["any member restores and deletes", "requirePermission", drop("if 1"), "42335173c5"],
    ["any member empties the trash", "mayRemove", replace("|| 1", "true"), "14cbc28a71"],
  ),
  ...mutantsOf(
    `${resources}/trash/put-back.ts`,
    [suite, "references"],
    ["references are put back at the start", "insertInOrder", replace("call max 1", "$1"), "fa32b4d87f"],
    ["what was chosen since is replaced", "findPutBack", replace("?? 1", "$2"), "566a31bc38"],
  ),
  ...mutantsOf(
    `${resources}/trash/references.ts`,
    [suite, "references"],
    ["tasks depend on themselves", "putBackInRow", drop("if 8"), "e8d0c9f009"],
  ),
  ...mutantsOf(
    `${resources}/variables/restore.ts`,
    [suite, "a variable"],
    ["a taken name is not proposed another", "findNameProblem", drop("if 1"), "ebda05115f"],
    ["a secret gets into prompts", "findNameProblem", replace("return 2 > value", "undefined"), "8e9bb7115f"],
  ),
  ...mutantsOf(
    `${resources}/apps/restore.ts`,
    [suite, "skips the scheduled runs"],
    ["missed runs start with the restore", "prepareRestore", replace("return 1 > value", "{}"), "31a671ac4d"],
  ),
  ...mutantsOf(
    `${resources}/shares/actions.ts`,
    [suite, "does not admit visitors"],
    ["visits in the trash outlast the membership", "endVisits", drop("statement 2"), "414910c128"],
  ),
  ...mutantsOf(
    `${resources}/tools/restore.ts`,
    [ofDatasources, "is required by its search tool"],
    ["a tool searches a deleted data source", "prepareRestore", drop("if 3"), "32f300a508"],
  ),
  ...mutantsOf(
    "lib/server/access/plans/counts.ts",
    [ofDatasources, "is gone for every call"],
    ["the plan counts the trash", "sumStorageBytes", drop("call and 1 > argument 2"), "d1fdc2f92a"],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/find-datasource.ts",
    [ofDatasources, "is gone for every call"],
    ["a deleted data source can be read", "isListed", drop("call and 1 > argument 2"), "507bf03b82"],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/pipeline/work/lease.ts",
    [ofDatasources, "is not processed"],
    [
      "a deleted data source is processed",
      "claimDatasources",
      reword("template 1", " and {2} is null", ""),
      "f7e098fea2",
    ],
  ),
  ...mutantsOf(
    `${resources}/trash/purge.ts`,
    [ofDatasources, "leaves first of all"],
    ["the trash grows beyond the plan", "trimTrash", drop("statement 1"), "4e9d280400"],
  ),
  ...mutantsOf(
    `${resources}/sessions/restore.ts`,
    [ofSessions, "have become secret"],
    [
      "a session comes back with a secret's plain value",
      "prepareRestore",
      replace("call filter 2", "$owner"),
      "0ddb18485c",
    ],
  ),
  ...mutantsOf(
    `${resources}/sessions/retention.ts`,
    [ofSessions, "earlier with the team's retention"],
    ["retention leaves out the trash", "sweepSessions", drop("statement 1"), "bd5d9ae725"],
  ),
  ...mutantsOf(
    `${resources}/teams/remove.ts`,
    [ofSessions, "goes with its team"],
    ["files in the trash outlast the team", "emptyTeam", drop("array 1 > element 2"), "2480974ed5"],
  ),
  ...mutantsOf(
    "lib/server/main/leftovers/file-owners.ts",
    [ofSessions, "keeps its files"],
    ["files in the trash are leftovers", "withTrash", replace("call union 1", "$1"), "8b5d8538f9"],
  ),
];
