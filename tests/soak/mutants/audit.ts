import { type Mutant, mutantsOf } from "../mutant";
import { drop, never, replace, reword } from "../mutation/operation";

const log = "tests/api/audit.test.ts";
const places = "tests/api/audit-places.test.ts";

/** The audit log: nothing goes round it, nothing secret gets into it. */
export const auditMutants: Mutant[] = [
  ...mutantsOf(
    "lib/server/api/http/run-handler.ts",
    [log, "an entry"],
    ["nothing is noted", "work", never("ternary 2"), "f98884f090"],
  ),
  ...mutantsOf(
    "lib/server/access/audit/record.ts",
    [log, "an entry"],
    ["a call may keep quiet about what it creates", "createAuditRecorder", drop("if 3"), "bcfdc13686"],
    ["a call may come round the log", "createAuditRecorder", drop("if 5"), "c8654d3686"],
    ["a call may name what its policy does not", "createAuditRecorder", drop("if 2"), "022f143686"],
    ["a call may name what is not there", "createAuditRecorder", drop("if 4"), "f553b13686"],
    ["what changes nothing is noted", "toChange", never("ternary 2"), "a4c9cd60c1"],
  ),
  ...mutantsOf(
    "lib/server/access/audit/subject.ts",
    [log, "an entry"],
    ["what is noted as before may be older", "teamReader", replace("call for 1", "$owner"), "8b0a01205d"],
  ),
  ...mutantsOf(
    "lib/server/access/audit/fields.ts",
    [log, "an entry"],
    ["sealed secrets are noted", "maskValue", drop("if 3"), "655ab27e2f"],
    ["secrets are noted by their name", "maskFields", never("call test 1"), "da2b7d7abe"],
    [
      "a new secret of the same mask is no change",
      "findDifference",
      replace("if 1", "if ($1) delete $1_2;"),
      "7ed26ca8a0",
    ],
  ),
  ...mutantsOf(
    "lib/server/resources/providers/resource.ts",
    [log, "an entry"],
    ["a secret sent back as its mask is a change", "providerResource", drop("object 1 > property 4"), "43c41d02d8"],
  ),
  ...mutantsOf(
    "lib/server/api/audit/key-readers.ts",
    [log, "an entry"],
    ["a key is noted where it does not reach", "accessibleOrgs", never("ternary 1"), "d478b1de9a"],
  ),
  ...mutantsOf(
    "lib/server/resources/variables/resource.ts",
    [places, "variables"],
    ["values of variables are noted", "variableResource", drop("&& 1 > operand 2"), "ada4e31865"],
  ),
  ...mutantsOf(
    "lib/server/access/audit/service.ts",
    [places, "members"],
    ["who accepts an invite is not noted", "recordMembership", drop("statement 2"), "f5e3fe9812"],
  ),
  ...mutantsOf(
    "lib/server/access/teams/lock.ts",
    [places, "members"],
    [
      "invites and entries wait for each other",
      "lockOrgOrTeam",
      reword("call for 2 > argument 1", "no key update", "update"),
      "5bc6d1e5c7",
    ],
  ),
  ...mutantsOf(
    "lib/server/access/audit/org-subjects.ts",
    [places, "members"],
    ["what is noted of a member may be older", "team", replace("call for 1", "$owner"), "8b0a011e06"],
  ),
  ...mutantsOf(
    "lib/server/access/audit/org-subjects.ts",
    [places, "teams and organizations"],
    ["a new team is noted in another", "team", replace("object 1", "$1_1"), "1f13c51e06"],
    ["an owner's role is not noted", "memberReader", never("comparison 2"), "5715dc713f"],
  ),
  ...mutantsOf(
    "lib/server/access/audit/subject.ts",
    [places, "teams and organizations"],
    ["the old owner of a transfer is not noted", "byCall", drop("?? 1 > operand 1"), "6aec413b77"],
  ),
  ...mutantsOf(
    "lib/server/resources/teams/remove.ts",
    [places, "teams"],
    ["a team takes its entries with it", "retainedTables", drop("array 1 > element 2"), "abcd9a8caf"],
  ),
  ...mutantsOf(
    "lib/server/access/audit/queries.ts",
    [log, "the log"],
    ["the filters name everybody's", "selectDistinct", reword("template 1", "where {3} = {4}", ""), "374f56969f"],
  ),
];
