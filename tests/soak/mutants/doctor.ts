import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, replace } from "../mutation/operation";

const folder = "lib/server/main/operations/doctor";
const suite = "tests/api/doctor.test.ts";

/** What an examination may not do, and may not overlook. */
export const doctorMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/run-checks.ts`,
    ["tests/unit/doctor/run-checks.test.ts"],
    ["a check that hangs stops the others", "runCheck", drop("array 2 > element 2"), "733bf037e3"],
  ),
  ...mutantsOf(
    `${folder}/examine.ts`,
    [suite, "refuses the sign-in"],
    ["secrets are printed", "examine", replace("return 1 > value", "$1"), "8e2a09e43d"],
  ),
  ...mutantsOf(
    `${folder}/checks/vectors.ts`,
    [suite, "vectors that are missing"],
    ["missing vectors are overlooked", "compare", always("comparison 2"), "1c6f22fb0c"],
  ),
  ...mutantsOf(
    "lib/server/platform/db/embedded/embedded-in-use.ts",
    [suite, "a stopped installation"],
    ["a stopped database counts as running", "findServer", always("ternary 1"), "26e92f7153"],
  ),
];
