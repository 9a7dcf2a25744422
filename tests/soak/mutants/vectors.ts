import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const server = "lib/server";
const stores = "tests/unit/vectors/stores.test.ts";
const resource = "tests/api/vectordbs.test.ts";
const shared = "tests/api/vector-store.test.ts";

/** Vectors of a team, and where its vector databases are. */
export const vectorMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/engine/knowledge/vectors/shared/collection.ts`,
    [stores],
    ["a collection is used for any team", "assertOwnCollection", drop("if 1"), "3a4bafad4a"],
    ["vectors of any length are written", "checkVector", drop("if 1"), "377fbd9a61"],
    ["two models share a collection", "computeFingerprint", replace("call stringify 1", '""'), "089bd5ceff"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/vectors/lance/sql.ts`,
    [stores, "builtin"],
    ["a quote ends a text in a filter", "quote", replace("call replaceAll 1", "$owner"), "951e20fba0"],
    ["a mark in a value begins another field", "escapeValue", replace("value > body", "$owner"), "57359e5e2a"],
    ["documents of every datasource are removed", "buildWhere", drop("array 4 > element 2"), "209855b55f"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/vectors/qdrant/filter.ts`,
    ["tests/unit/vectors/foreign.test.ts", "Qdrant"],
    ["Qdrant is asked without the team", "buildFilter", drop("call 1"), "aab9ae80a4"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/vectors/pinecone/filter.ts`,
    ["tests/unit/vectors/foreign.test.ts", "Pinecone"],
    ["Pinecone is asked without the team", "buildFilter", drop("array 2 > element 1"), "bceaaef211"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/vectors/shared/store-fetch.ts`,
    ["tests/unit/vectors/foreign.test.ts"],
    ["a key follows a redirect", "createStoreFetch", replace("object 3", "$1_1"), "ac74f3cec1"],
    ["a refusal shows the key", "tidyMessage", replace("call 1", "$1"), "16640a5944"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/vectors/builtin/judge.ts`,
    ["tests/unit/vectors/judge.test.ts"],
    ["a Qdrant with vectors of others is claimed", "judgeStore", drop("if 2"), "608d4f904f"],
    ["a store of another database is used", "judgeStore", drop("if 1"), "021af2904f"],
    ["an earlier version's vectors may be elsewhere", "judgeStore", never("ternary 1"), "112655904f"],
    ["a copy of a folder is the folder", "judgeStore", always("ternary 2"), "038919904f"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/vectors/builtin/open.ts`,
    [shared],
    ["a store that was replaced is used", "verified", drop("statement 1"), "3579e1dfb0"],
    ["users learn where the shared store is", "convert", never("ternary 1"), "edc2fcc39f"],
  ),
  ...mutantsOf(
    `${server}/platform/outbound/instance.ts`,
    [shared, "takes no address"],
    ["a team reaches the vectors of all", "listOwnEndpoints", drop("if 3"), "3ea54b9ebb"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/pipeline/ingest-worker.ts`,
    [shared, "pauses and resumes"],
    ["indexing gives up on the server's store", "isServerFault", never("&& 1"), "42d2e5f825"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/vectors/builtin/claim.ts`,
    [shared, "with a folder that was moved"],
    ["a store is claimed without being marked as used", "adopt", drop("if 1"), "1e2dcc1b73"],
    ["a copy in use is taken over", "checkStore", drop("if 3"), "b92d53084c"],
  ),
  ...mutantsOf(
    `${server}/main/operations/check-vectors.ts`,
    [shared, "is compared with the texts"],
    ["the doctor compares any number of data sources", "checkVectors", drop("if 1"), "71382a7dd4"],
  ),
  ...mutantsOf(
    `${server}/main/leftovers/vector-tables.ts`,
    [shared, "an hour later"],
    ["shared collections are dropped at once", "createAbandonedCheck", replace("comparison 4", "true"), "2a7c8c9d6c"],
  ),
  ...mutantsOf(
    `${server}/main/operations/move-vectors.ts`,
    ["tests/api/move-vectors.test.ts"],
    ["vectors are moved among others", "begin", drop("if 1"), "4177aeb524"],
  ),
  ...mutantsOf(
    `${server}/resources/vector-dbs/actions.ts`,
    [resource],

    ["its key is stored in clear", "sealKey", replace("call 1", "$3"), "5329c25de1"],
  ),
  ...mutantsOf(
    "lib/server/engine/knowledge/vectors/team-store.ts",
    [resource],
    ["a vector database is read by its id alone", "getVectorDb", drop("call eq 1"), "0d06a3e86e"],
  ),
  ...mutantsOf(
    `${server}/resources/vector-dbs/queries.ts`,
    [resource],
    ["a vector database is shown by its id alone", "viewVectorDb", drop("call eq 1"), "0d06a30163"],
    ["its key is shown", "toView", replace("call 2", "$1"), "a1718d79bb"],
  ),
  ...mutantsOf(
    `${server}/resources/vector-dbs/edit.ts`,
    [resource],
    ["its key follows its address anywhere", "toConnection", drop("if 3"), "762bcc3163"],
    ["it is saved unreached", "requireReachable", always("|| 1"), "90974f56e2"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/pipeline/stages/embed-stage.ts`,
    ["tests/api/degenerate-vectors.test.ts", "month ago"],
    ["vectors in use are forgotten", "embedPage", drop("statement 1"), "43d587eebf"],
  ),
  ...mutantsOf(
    `${server}/resources/vector-dbs/actions.ts`,
    [resource],
    ["the built-in one is changed", "requireAdded", replace("comparison 1", "$1 === $1.toUpperCase()"), "f2c48579b0"],
    ["it is deleted while it is used", "deleteVectorDb", drop("statement 4"), "76b57ddefa"],
  ),
];
