import { type Mutant, mutantsOf } from "../mutant";
import { always, drop, never, replace, reword } from "../mutation/operation";

const server = "lib/server";
const shares = "tests/api/shares.test.ts";
const visitors = "tests/api/shares-visitors.test.ts";
const limits = "tests/api/shares-limits.test.ts";
const passwords = "tests/api/shares-password.test.ts";
const looks = "tests/api/shares-look.test.ts";
const live = "tests/api/shares-live.test.ts";
const sessions = "tests/api/visitor-sessions.test.ts";
const conversations = "tests/api/visitor-conversations.test.ts";
const foreign = "tests/api/foreign-ids.test.ts";

/** Share links: whom they let in, what visitors reach and read, how much, and when they are out. */
export const shareMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/access/auth/visitor.ts`,
    [shares],
    ["a link never expires", "isStillAdmitted", drop("if 2"), "dca1dfc958"],
    ["an unconfirmed address counts", "isStillAdmitted", replace("comparison 2", "$1_owner !== null"), "00b587c958"],
    ["everybody with an account is named", "isStillAdmitted", drop("call includes 1"), "2c6523c958"],
    ["whoever signs in is a member", "isStillAdmitted", replace("not 1", "!$other", "&& 3 > operand 1"), "4d7adec958"],
    ["a private app is every member's", "isStillAdmitted", always("|| 3"), "9147d9c958"],
    ["a visitor's token is stored in clear", "createVisitorToken", replace("call 2", "$1"), "3714b9704b"],
    ["a link opens at any team's address", "startVisit", drop("call eq 1"), "0d06a3cc47"],
    ["a deleted team's links open", "matchesTeam", drop("call isNull 1"), "d1fdc22e42"],
  ),
  ...mutantsOf(
    `${server}/access/auth/visitor.ts`,
    [visitors],
    ["visitors are known for ever", "selectVisitors", drop("call gt 1"), "a652c0f8cb"],
  ),
  ...mutantsOf(
    `${server}/access/auth/visitor.ts`,
    [sessions],
    ["a visitor who comes often is known for ever", "selectVisitors", drop("call gt 2"), "195388f8cb"],
    ["a visit outlives the account's session", "selectVisitors", drop("call and 2 > argument 5"), "ecb8b8f8cb"],
    ["a visit outlives its session's time", "hasLiveSession", drop("call gt 1"), "cc8faf34f9"],
    ["what is open outlives a visit", "findVisitorExpiry", drop("array 1 > element 1"), "7eb98731b8"],
    [
      "a visit is listed after its owner was put out",
      "listVisits",
      replace("loop 1", "$body_2_1_callee(...$of);"),
      "342bd28cea",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/visitors.ts`,
    [sessions],
    ["a visit's connections outlive the session", "listVisitorRooms", drop("if 2"), "ba851b2173"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/actions.ts`,
    [sessions],
    ["a visit belongs to no session", "startConversation", drop("?? 2 > operand 1"), "4fc228cf27"],
    ["an account's visit looks like nobody's", "startConversation", never("ternary 1"), "ddd9eccf27"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/actions.ts`,
    [conversations],
    ["who comes back loses what they have begun", "sweepShares", drop("call notExists 1"), "98657bef2f"],
    [
      "who was removed gets back what they had begun",
      "endVisits",
      drop("call set 1 > argument 1 > property 1"),
      "20c3edc128",
    ],
  ),
  ...mutantsOf(
    "lib/server/resources/shares/of-visitor.ts",
    [conversations, "sign in again"],
    [
      "who signs in again has lost what they have begun at a link for everybody",
      "matchesVisitor",
      never("ternary 2"),
      "f731bf6b30",
    ],
  ),
  ...mutantsOf(
    "lib/api/tokens/visitor-token.ts",
    ["tests/unit/api/session-token.test.ts"],
    ["anonymous visits are forgotten at a sign-in", "forgetAccountVisits", always("if 1"), "b2ad4cd1dc"],
    ["an account's visits stay in the browser", "forgetAccountVisits", drop("if 1"), "445efdd1dc"],
    ["who is signed in speaks as nobody", "createToken", replace("ternary 1", "$2.get() ? $2 : $3"), "6902303008"],
    ["a token that comes late is kept for the next person", "createToken", always("if 1"), "2e24bc3008"],
  ),
  ...mutantsOf(
    `${server}/resources/teams/leave.ts`,
    [sessions],
    ["who is put out goes on as a visitor", "endTeamMemberships", drop("statement 2"), "d69f8f6fd9"],
  ),
  ...mutantsOf(
    `${server}/resources/accounts/delete-account.ts`,
    [sessions],
    [
      "a deleted account's visits go on",
      "eraseAccount",
      replace("call set 1", "$callee({ accountId: null })"),
      "021a2ab86a",
    ],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/visit.ts`,
    [visitors],
    ["a visitor's token serves at every team's address", "requireAdmitted", drop("if 1"), "adddaabfbb"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/visit.ts`,
    [shares],
    ["the first visit is not checked", "findVisit", drop("not 3"), "eb8f4740c4"],
    ["later visits are not checked", "requireAdmitted", drop("if 2"), "0e9043bfbb"],
  ),
  ...mutantsOf(
    `${server}/api/http/run-handler.ts`,
    [visitors, "reads nothing of the inside"],
    ["a visit is answered as a member's call", "work", never("ternary 1"), "96ae0ff090"],
  ),
  ...mutantsOf(
    "lib/contract/sessions/policies.ts",
    [visitors, "Idempotency-Key"],
    [
      "a visitor's token is stored with its answer",
      "sessions",
      replace("object 7", '{ $1, link: "body", idempotent: true }'),
      "573411ad38",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/service.ts`,
    [visitors, "reaches their own"],
    [
      "a visitor reads every session of the team",
      "selectVisited",
      replace("call and 1 > argument 1", "eq($other.teamId, $2.link.teamId)", "call from 1 > argument 1"),
      "edcf4425a0",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/visitor-handlers.ts`,
    [visitors],
    ["a link opens every app of the team", "implementShared.add", drop("if 2"), "376adf816f"],
    [
      "whoever has left lends their rights",
      "implementShared.start",
      replace("await 2", "$1_2.app.createdBy ?? undefined"),
      "8a97cc246a",
    ],
    ["answers name the agent", "implementShared.messages", replace("call map 1", "$owner"), "1715fcef38"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/context/start-values.ts`,
    [visitors, "gives values"],
    ["a visitor sets any variable", "checkStartValues", drop("call has 1"), "e15670ec46"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/context/asked-variables.ts`,
    [visitors, "gives values"],
    [
      "a visitor reads what the team's variables hold",
      "listAskedVariables",
      replace("object 2 > property 2 > value", "$other", "not 2 > value"),
      "80b711c558",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/shares/queries.ts`,
    [shares, "private app"],
    ["links of private apps are everybody's", "visibleTo", drop("call and 1 > argument 2"), "9d23bf0cb3"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/resource.ts`,
    [foreign, "shares"],
    ["a link is made for any team's app", "shareResource", drop("object 2 > property 1"), "092bd49442"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/actions.ts`,
    [shares, "bound to it"],
    ["a link leads to several apps", "bindLink", drop("call or 1"), "ba783c3d04"],
    ["another team's link is taken", "bindLink", drop("call eq 1"), "a498d33d04"],
    ["links that lead nowhere live on", "bindLink", drop("call and 1 > argument 2"), "d982903d04"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/actions.ts`,
    [limits],
    ["messages are not counted", "countMessage", drop("statement 2"), "a92c9cabf0"],
    ["conversations are not counted", "startConversation", drop("statement 1"), "4e9d28cf27"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/count-use.ts`,
    [limits],
    ["limits are passed", "countUse", reword("template 2", "and ({10} or {11} < {12})", ""), "33bc7c7d52"],
    [
      "a day never ends",
      "countUse",
      reword("template 1", "{1} <= now() - {2} * interval '1 millisecond'", "false"),
      "0bf18a7d52",
    ],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/visitor-handlers.ts`,
    [limits],
    ["a message costs nothing", "implementShared.start", drop("statement 1"), "4e9d28246a"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/visitor-events.ts`,
    [live, "nothing of the inside"],
    [
      "what is of the inside is shown",
      "toVisitorEvent",
      replace("return 11", "return $other;", "statement 1 > value"),
      "7eeb10b08d",
    ],
    ["live answers name the agent", "toVisitorMessage", never("ternary 1"), "48780f5f17"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/log/visitor-events.ts`,
    ["tests/unit/runs/visitor-events.test.ts"],
    [
      "whatever is new is shown",
      "toVisitorEvent",
      replace("return 12", "return $other;", "call 1 > argument 1"),
      "6b9e73b08d",
    ],
  ),
  ...mutantsOf(
    `${server}/api/realtime/admit-socket.ts`,
    [live],
    ["a dead link still connects", "admitVisitor", replace("throw 1", "return;"), "c5bd602204"],
    ["a visitor's socket goes on after the end", "admitVisitor", drop("statement 3"), "69b6802204"],
    ["visitors hear of no cut", "admitVisitor", drop("statement 2"), "51353f2204"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/visitors.ts`,
    [live, "no other session"],
    ["a visitor follows every session", "getSessionVisitor", drop("statement 1"), "414910375c"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/event-stream.ts`,
    [live],
    ["a stream that missed the cut goes on", "createStream", drop("statement 15"), "299c80d166"],
    ["a stream outlives its link's end", "createStream", replace("variable 12 > value", "() => {}"), "d1cdf1d166"],
    ["a stream shows visitors the inside", "createVisitorStream", replace("function 1 > body", "$1"), "9d23bf56cd"],
  ),
  ...mutantsOf(
    `${server}/access/broadcast/disconnect.ts`,
    [live],
    ["a deleted team's visitors stay", "disconnectRoom", drop("statement 2"), "b2a93ac003"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/handlers.ts`,
    [live],
    ["a revoked link's visitors stay", "implement.remove", drop("statement 2"), "a8136b4a16"],
    ["who was let in stays until the old end", "implement.edit", drop("if 2"), "11a179b855"],
  ),
  ...mutantsOf(
    `${server}/resources/apps/handlers.ts`,
    [live],
    ["visitors of a closed app stay", "implement.edit", never("|| 1"), "45ff85821e"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/service.ts`,
    [passwords],
    ["no link asks for its password", "asksPassword", replace("&& 1", "false"), "62496b06c3"],
    ["visitors are asked for the password again", "asksPassword", drop("&& 1 > operand 2"), "0995d906c3"],
    ["any password opens a link", "checkLinkPassword", drop("if 3"), "9ac74183a1"],
    [
      "a link's password can be guessed",
      "checkLinkPassword",
      replace("variable 2 > value", "async () => {}"),
      "8a97cc83a1",
    ],
    ["the right password costs an attempt", "checkLinkPassword", drop("statement 1"), "3579e183a1"],
  ),
  ...mutantsOf(
    `${server}/access/auth/rate-limits.ts`,
    [passwords, "guesses"],
    ["one address guesses for all", "limitLinkGuess", drop("spread 1"), "f22309c5cd"],
    ["a link's password is guessed from many addresses", "limitLinkGuess", drop("spread 2"), "7eb7e2c5cd"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/visitor-handlers.ts`,
    [passwords],
    ["a link shows its app without its password", "implementShared.get", never("ternary 1"), "3714b9732e"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/visitor-handlers.ts`,
    [passwords],
    ["a session starts without the link's password", "implementShared.add", drop("statement 1"), "26955f816f"],
    ["a link that was closed meanwhile starts a session", "implementShared.add", drop("if 4"), "3fef8f816f"],
  ),
  ...mutantsOf(
    `${server}/api/http/guards/rights.ts`,
    [passwords, "closed while"],
    ["a password that was changed meanwhile starts a session", "readmit", drop("if 4"), "847d0b8a8d"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/actions.ts`,
    [passwords],
    ["who had the old password stays", "updateLink", drop("if 1"), "edc08bf571"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/handlers.ts`,
    [passwords, "loses the right"],
    ["a password is set by who has lost the right to", "implement.edit", drop("if 1"), "2a873bb855"],
    ["a link with a password is made by who has lost the right to", "implement.add", drop("if 1"), "2a873bccd8"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/resource.ts`,
    [passwords, "Argon2"],
    ["the audit log has the hash", "shareResource", replace("call toAuditFields 1", "$1"), "3714b99442"],
  ),
  ...mutantsOf(
    `${server}/resources/shares/actions.ts`,
    [looks, "mislead"],
    ["a link takes another team's icon", "updateLink", drop("statement 1"), "48eb68f571"],
  ),
  ...mutantsOf(
    "lib/contract/shares/schemas.ts",
    [looks, "mislead"],
    ["a color is any text", "shareLinkForm", replace("call regex 1", "$owner"), "a03f07318e"],
  ),
  ...mutantsOf(
    `${server}/resources/datasources/store/searchable.ts`,
    ["tests/api/searchable-datasources.test.ts"],
    [
      "a pinned revision is not looked at",
      "listSearchable",
      reword("template 1", "coalesce(pinned.id, t.revision_id)", "t.revision_id"),
      "92db048688",
    ],
    [
      "work that is delegated reads unseen",
      "listSearchable",
      reword("template 1", "id = any({6}) or ", ""),
      "92db048688",
    ],
  ),
];
