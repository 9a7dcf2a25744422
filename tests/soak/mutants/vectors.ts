import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const stores = "tests/unit/vectors/stores.test.ts";
const resource = "tests/api/vectordbs.test.ts";

/** Vectors of a team, and where its vector databases are. */
export const vectorMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/knowledge/vectors/collection.ts`,
    [stores],
    ["a collection is used for any team", "if (!collection.name.startsWith(teamPrefix(teamId)))", "if (false)"],
    ["vectors of any length are written", "if (vector.length !== dimensions)", "if (false)"],
    ["two models share a collection", "short(JSON.stringify([type, model, deployment ?? null]))", 'short("")'],
  ),
  ...mutantsOf(
    `${server}/knowledge/vectors/lance/sql.ts`,
    [stores, "builtin"],
    ["a quote ends a text in a filter", `text.replaceAll("'", "''")`, "text"],
    ["a mark in a value begins another field", '.replaceAll(mark, "\\\\u")', ""],
    ["documents of every datasource are removed", 'oneOf("datasource", of.datasourceIds), ', ""],
  ),
  ...mutantsOf(
    `${server}/knowledge/vectors/qdrant/filter.ts`,
    ["tests/unit/vectors/foreign.test.ts", "Qdrant"],
    ["Qdrant is asked without the team", '    equal("team", of.teamId),\n', ""],
  ),
  ...mutantsOf(
    `${server}/knowledge/vectors/pinecone/filter.ts`,
    ["tests/unit/vectors/foreign.test.ts", "Pinecone"],
    ["Pinecone is asked without the team", "    { team: { $eq: of.teamId } },\n", ""],
  ),
  ...mutantsOf(
    `${server}/knowledge/vectors/store-fetch.ts`,
    ["tests/unit/vectors/foreign.test.ts"],
    ["a key follows a redirect", '{ ...init, redirect: "error" }', "init"],
    ["a refusal shows the key", "cutSecrets(text.slice(0, 10_000), secrets)", "text.slice(0, 10_000)"],
  ),
  ...mutantsOf(
    `${server}/vectordbs/service.ts`,
    [resource],
    [
      "a vector database is read by its id alone",
      "    .from(vectorDbs)\n    .where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)));",
      "    .from(vectorDbs)\n    .where(eq(vectorDbs.id, id));",
    ],
    ["its key is stored in clear", 'sealSecret("vectordb", { teamId, rowId }, key)', "key"],
  ),
  ...mutantsOf(
    `${server}/vectordbs/queries.ts`,
    [resource],
    [
      "a vector database is shown by its id alone",
      "    .where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)));",
      "    .where(eq(vectorDbs.id, id));",
    ],
    ["its key is shown", "{ api_key: maskSecret(key) }", "{ api_key: key }"],
  ),
  ...mutantsOf(
    `${server}/vectordbs/edit.ts`,
    [resource],
    ["its key follows its address anywhere", "if (kept && stored !== undefined && url !== row?.url)", "if (false)"],
    ["it is saved unreached", "if (result.ok || force) return;", "return;"],
  ),
  ...mutantsOf(
    `${server}/knowledge/pipeline/embed-stage.ts`,
    ["tests/api/odd-vectors.test.ts", "month ago"],
    ["vectors in use are forgotten", "await retryConflicts(() => touchVectors(work.db, place, hashes));", ""],
  ),
  ...mutantsOf(
    `${server}/vectordbs/handlers.ts`,
    [resource],
    ["the built-in one is changed", "if (id === builtinVectorDb) throw", "if (id === id.toUpperCase()) throw"],
    [
      "it is deleted while it is used",
      "checkUnused((await usersOf(tx, ctx.teamId, [row.id]))(row.id), body.force);",
      "",
    ],
  ),
];
