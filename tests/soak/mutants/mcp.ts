import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace } from "../mutation/operation";

const folder = "lib/server/resources/publications/mcp";
const protocol = "tests/api/publications-mcp.test.ts";
const runs = "tests/api/publications-mcp-runs.test.ts";

/** Published apps as MCP servers: who calls, what they see, and who decides. */
export const mcpMutants: Mutant[] = [
  ...mutantsOf(
    `${folder}/authenticate.ts`,
    [protocol],
    ["another publication's key calls an MCP server", "authenticate", drop("if 1"), "233726d776"],
  ),
  ...mutantsOf(
    "lib/server/resources/publications/websites.ts",
    [protocol],
    ["any website calls an MCP server", "findWebsite", always("if 2"), "8dc189bfb0"],
  ),
  ...mutantsOf(
    `${folder}/serve.ts`,
    [protocol],
    ["MCP lists are read without a limit", "serveMessage", never("if 2"), "ad6adfe106"],
  ),
  ...mutantsOf(
    `${folder}/serve.ts`,
    ["tests/api/publications-late.test.ts"],
    [
      "a key that was revoked while a message arrived reads",
      "serveMessage",
      replace("await 3", "$other", "call requireStillAdmitted 1 > argument 2"),
      "ac6ff4e106",
    ],
  ),
  ...mutantsOf(
    `${folder}/follow.ts`,
    [runs],
    ["another publication's task is read", "findPublicationRun", drop("call eq 5"), "95689748d1"],
  ),
  ...mutantsOf(
    `${folder}/open-requests.ts`,
    [runs],
    ["an MCP client fills in a member's form", "findOpenRequests", drop("&& 1 > operand 2"), "2c65237ec4"],
  ),
  ...mutantsOf(
    `${folder}/tasks.ts`,
    [runs],
    ["a task is given to clients without tasks", "requireTask", drop("if 1"), "ec57cd80ce"],
    ["an old task cancels a later run", "serveTasks", always("if 2"), "3714b968ce"],
  ),
  ...mutantsOf(
    `${folder}/paused-call.ts`,
    [runs],
    ["a state is good for any key", "createStateCodec", drop("object 1 > property 3"), "6df6b6b5c0"],
  ),
];
