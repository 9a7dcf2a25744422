import { type Mutant, mutantsOf } from "../mutant";
import { drop, replace, reword } from "../mutation/operation";

const server = "lib/server";
const suite = "tests/api/retrieval.test.ts";

/** What a search may find, and what it may cost. */
export const retrievalMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/engine/knowledge/payer.ts",
    [suite, "a search"],
    ["a search goes beyond a budget", "createPayer", drop("if 2"), "e3f417220a"],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/retrieval/text-search.ts`,
    [suite, "a search"],
    [
      "words are searched in any team",
      "teamCondition",
      reword("template 1", "c.team_id = {1} and c.datasource_id", "c.datasource_id"),
      "a765c36d67",
    ],
  ),
  ...mutantsOf(
    `${server}/engine/knowledge/retrieval/choose-filters.ts`,
    [suite, "self_query"],
    ["a model's conditions are taken as they are", "chooseFilters", replace("call filter 1", "$owner"), "06d89e136f"],
  ),
];
