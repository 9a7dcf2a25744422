import { type Mutant, mutantsOf } from "../mutant";

const retrieval = "lib/server/knowledge/retrieval";
const suite = "tests/api/retrieval.test.ts";

/** What a search may find, and what it may cost. */
export const retrievalMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/knowledge/payer.ts",
    [suite, "a search"],
    ["a search goes beyond a budget", "if (hard.length > 0)", "if (false)"],
  ),
  ...mutantsOf(
    `${retrieval}/text-search.ts`,
    [suite, "a search"],
    ["words are searched in any team", `c.team_id = \${teamId} and `, ""],
  ),
  ...mutantsOf(
    `${retrieval}/choose-filters.ts`,
    [suite, "self_query"],
    ["a model's conditions are taken as they are", ".filters.filter(fits(fields))", ".filters"],
  ),
];
