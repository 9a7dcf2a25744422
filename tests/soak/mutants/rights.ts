import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const rights = "tests/api/rights.test.ts";

/** Rights that end while a call waits. */
export const rightsMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/http/rights.ts`,
    [rights, "a call that waits"],
    ["transactions of calls that wait end unchecked", "if (!call.over) await check(tx);", ""],
    ["what a call that has waited answers is not withheld", "if (bound && call.waited) await check();", ""],
    [
      "the session or key is not looked at again",
      "if (now?.tokenId !== principal.tokenId) throw unauthorized(request, membership?.team.id);",
      "",
    ],
    ["the permission is not looked at again", "checkPermission(endpoint, inTeam);", ""],
    ["the seat is not looked at again", "await checkSeat(reader, endpoint, inTeam);", ""],
  ),
  ...mutantsOf(
    `${server}/http/rights.ts`,
    ["tests/api/rights-contract.test.ts", "stores nothing"],
    ["no call that waits is guarded", "(bound && declared && endpoint.waits", "(bound && !declared && endpoint.waits"],
    [
      "a call that changes something elsewhere is never checked",
      "if (tx) await holdRows(tx, rows);\n    await admitAgain",
      'if (tx) await holdRows(tx, rows);\n    if (endpoint.waits !== "elsewhere") await admitAgain',
    ],
  ),
  ...mutantsOf(
    `${server}/http/rights.ts`,
    [rights, "a removal at the moment of the write"],
    ["rights are not held until the commit", "if (tx) await holdRows(tx, rows);", ""],
  ),
  ...mutantsOf(
    `${server}/auth/hold-rows.ts`,
    [rights, "a removal at the moment of the write"],
    ["the member's row is not held", "rows.push({ table: teamMembers, where: ofTeam });", ""],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    [rights, "datasources.preview"],
    ["an upload that came slowly is taken up", "if (upload) await rights.check();", ""],
  ),
  ...mutantsOf(
    `${server}/http/upload.ts`,
    [rights, "larger than a plan"],
    ["a plan that was changed meanwhile is not looked at", "if (!larger) return upload;", "return upload;"],
  ),
  ...mutantsOf(
    `${server}/sessions/files.ts`,
    [rights, "what an upload has stored|leaves no file"],
    ["a refused file of a chat stays", "await removeUncommitted([path], error);", ""],
  ),
  ...mutantsOf(
    `${server}/assets/handlers.ts`,
    [rights, "what an upload has stored|leaves no file"],
    ["a refused icon stays", "await removeUncommitted([key], error);", ""],
  ),
];
