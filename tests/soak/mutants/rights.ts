import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const server = "lib/server";
const rights = "tests/api/rights.test.ts";

/** Rights that end while a call waits. */
export const rightsMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/api/http/guards/rights.ts`,
    [rights, "a call that waits"],
    ["transactions of calls that wait end unchecked", "createRights", drop("if 2"), "6192976417"],
    ["what a call that has waited answers is not withheld", "createRights", drop("if 3"), "3497826417"],
    ["the session or key is not looked at again", "readmit", never("comparison 3"), "20a5478a8d"],
    ["the permission is not looked at again", "readmit", drop("statement 6"), "87a68a8a8d"],
    ["the seat is not looked at again", "readmit", drop("statement 5"), "4149108a8d"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/rights.ts`,
    ["tests/api/rights-contract.test.ts", "stores nothing"],
    ["no call that waits is guarded", "createRights", replace("&& 1 > operand 2", "!$0"), "6a03b06417"],
    [
      "a call that changes something elsewhere is never checked",
      "createRights",
      replace("statement 2", 'if ($other.waits !== "elsewhere") $1;', "comparison 1 > operand 1 > owner"),
      "7d577c6417",
    ],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/rights.ts`,
    [rights, "a removal at the moment of the write"],
    ["rights are not held until the commit", "createRights", drop("if 1"), "32d1656417"],
  ),
  ...mutantsOf(
    `${server}/access/auth/lock-access-rows.ts`,
    [rights, "a removal at the moment of the write"],
    ["the member's row is not held", "findAccessRows", drop("statement 9"), "5415a1e9ff"],
  ),
  ...mutantsOf(
    `${server}/api/http/dispatch.ts`,
    [rights, "is not looked at"],
    ["an upload that came slowly is taken up", "respond", drop("if 9"), "d4c8b6d0a6"],
  ),
  ...mutantsOf(
    `${server}/api/http/upload.ts`,
    [rights, "larger than a plan"],
    ["a plan that was changed meanwhile is not looked at", "receiveForEndpoint", always("not 2"), "0da2f5cc26"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/files.ts`,
    [rights, "what an upload has stored|leaves no file"],
    ["a refused file of a chat stays", "addSessionFile", drop("statement 4"), "2dadd8c1ba"],
  ),
  ...mutantsOf(
    `${server}/resources/assets/handlers.ts`,
    [rights, "what an upload has stored|leaves no file"],
    ["a refused icon stays", "implement.add", drop("statement 2"), "2dadd8d802"],
  ),
];
