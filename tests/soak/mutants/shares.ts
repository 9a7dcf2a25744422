import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const shares = "tests/api/shares.test.ts";
const visitors = "tests/api/shares-visitors.test.ts";
const limits = "tests/api/shares-limits.test.ts";
const live = "tests/api/shares-live.test.ts";
const sessions = "tests/api/visitor-sessions.test.ts";
const conversations = "tests/api/visitor-conversations.test.ts";
const foreign = "tests/api/foreign-ids.test.ts";

/** Share links: whom they let in, what visitors reach and read, how much, and when they are out. */
export const shareMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/auth/visitor.ts`,
    [shares],
    ["a link never expires", "if (link.expires && link.expires <= new Date()) return false;", ""],
    [
      "an unconfirmed address counts",
      "return account?.emailVerified === true && emails",
      "return account !== null && emails",
    ],
    ["everybody with an account is named", "&& emails.includes(account.email);", ";"],
    ["whoever signs in is a member", "if (!member?.row) return false;", "if (!account) return false;"],
    [
      "a private app is every member's",
      'return mode === "team" || admin || app.createdBy === account?.id;',
      "return true;",
    ],
    [
      "a visitor's token is stored in clear",
      "return { token, hash: hashToken(token) };",
      "return { token, hash: token };",
    ],
    [
      "a link opens at any team's address",
      ".where(and(eq(shareLinks.teamId, teamId), eq(shareLinks.id, shareId)))",
      ".where(eq(shareLinks.id, shareId))",
    ],
    [
      "a deleted team's links open",
      "and(eq(teams.id, shareLinks.teamId), isNull(teams.dateDeleted))",
      "eq(teams.id, shareLinks.teamId)",
    ],
  ),
  ...mutantsOf(
    `${server}/auth/visitor.ts`,
    [visitors],
    ["visitors are known for ever", "        gt(shareVisitors.lastUsed, ago(visitorIdleMs)),\n", ""],
  ),
  ...mutantsOf(
    `${server}/auth/visitor.ts`,
    [sessions],
    ["a visitor who comes often is known for ever", "gt(shareVisitors.dateCreated, ago(visitorMaxMs)),", ""],
    ["a visit outlives the account's session", "        ofLiveSession(now),\n", ""],
    ["a visit outlives its session's time", "      gt(tokens.expires, now),\n", ""],
    ["what is open outlives a visit", "[own, link.expires, session?.expires]", "[link.expires, session?.expires]"],
    [
      "a visit is listed after its owner was put out",
      "for (const row of rows) if (await letsIn(db, row)) open.push(row);",
      "open.push(...rows);",
    ],
  ),
  ...mutantsOf(
    `${server}/realtime/visitors.ts`,
    [sessions],
    ["a visit's connections outlive the session", "if (session) rooms.push(tokenRoom(session.id));", ""],
  ),
  ...mutantsOf(
    `${server}/shares/service.ts`,
    [sessions],
    ["a visit belongs to no session", "tokenId: visit.session?.id ?? null,", "tokenId: null,"],
    ["an account's visit looks like nobody's", 'visit.account ? "account" : "anonymous"', '"anonymous"'],
  ),
  ...mutantsOf(
    `${server}/shares/service.ts`,
    [conversations],
    [
      "who comes back loses what they have begun",
      "lt(shareVisitors.lastUsed, ago(visitorIdleMs)), notExists(comesBack)",
      "lt(shareVisitors.lastUsed, ago(visitorIdleMs))",
    ],
    [
      "who was removed gets back what they had begun",
      ".set({ accountId: null, hash: null, tokenId: null })",
      ".set({ hash: null, tokenId: null })",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/service.ts`,
    [conversations, "sign in again"],
    [
      "who signs in again has lost what they have begun at a link for everybody",
      "{ link, visitor }: Visitor): SQL | undefined {\n",
      '{ link, visitor: own, app }: Visitor): SQL | undefined {\n  const visitor = app.sharingConfig.mode === "public" ? { ...own, accountId: null } : own;\n',
    ],
  ),
  ...mutantsOf(
    "lib/api/visitor-token.ts",
    ["tests/unit/api/session-token.test.ts"],
    [
      "anonymous visits are forgotten at a sign-in",
      'if (isOfAccount(token.get() ?? "")) token.set(null);',
      "token.set(null);",
    ],
    ["an account's visits stay in the browser", 'if (isOfAccount(token.get() ?? "")) token.set(null);', ""],
    [
      "who is signed in speaks as nobody",
      "(isSignedIn() ? account : anonymous)",
      "(account.get() ? account : anonymous)",
    ],
    [
      "a token that comes late is kept for the next person",
      "if (isOfAccount(token) === isSignedIn()) current()",
      "current()",
    ],
  ),
  ...mutantsOf(
    `${server}/teams/leave.ts`,
    [sessions],
    ["who is put out goes on as a visitor", "await endVisits(tx, teamIds, accountId);", ""],
  ),
  ...mutantsOf(
    `${server}/delete-account.ts`,
    [sessions],
    ["a deleted account's visits go on", ", hash: null, tokenId: null }", " }"],
  ),
  ...mutantsOf(
    `${server}/http/shared-mode.ts`,
    [visitors],
    [
      "a visitor's token serves at every team's address",
      "if (resourceSlug !== undefined && resourceSlug !== visitor.link.teamId)",
      "if (false)",
    ],
  ),
  ...mutantsOf(
    `${server}/http/shared-mode.ts`,
    [shares],
    [
      "the first visit is not checked",
      "if (!visit || !(await letsIn(db, visit))) throw noSuchLink();",
      "if (!visit) throw noSuchLink();",
    ],
    ["later visits are not checked", "if (!(await letsIn(db, visitor))) throw noSuchLink();", ""],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    [visitors, "reads nothing of the inside"],
    [
      "a visit is answered as a member's call",
      "const handler = visit ? visitHandlers.get(endpoint.name) : handle;",
      "const handler = handle;",
    ],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    [visitors, "Idempotency-Key"],
    [
      "a visitor's token is stored with its answer",
      '(name === "sessions.start" ? visit?.visitor?.id : undefined)',
      "visit?.visitor?.id",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/service.ts`,
    [visitors, "reaches their own"],
    [
      "a visitor reads every session of the team",
      "and(ofVisitor(db, visitor), eq(sessions.id, id))",
      "and(eq(sessions.teamId, visitor.link.teamId), eq(sessions.id, id))",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/visitor-handlers.ts`,
    [visitors],
    ["a link opens every app of the team", "if (body.id !== app.id) throw", "if (false) throw"],
    [
      "whoever has left lends their rights",
      "const principalId = await requirePrincipal(db, visit);",
      "const principalId = visit.app.createdBy ?? undefined;",
    ],
    ["answers name the agent", "messages.map((message) => visitorMessage(message, app.name))", "messages"],
  ),
  ...mutantsOf(
    `${server}/sessions/visitor-session.ts`,
    [visitors, "gives values"],
    ["a visitor sets any variable", "asked.has(name) && value", "value"],
  ),
  ...mutantsOf(
    `${server}/shares/shared-app.ts`,
    [visitors, "gives values"],
    [
      "a visitor reads what the team's variables hold",
      "...{ name, description, secret, required: !defaultValue },",
      "...{ name, description: defaultValue, secret, required: !defaultValue },",
    ],
  ),
  ...mutantsOf(
    `${server}/shares/queries.ts`,
    [shares, "private app"],
    [
      "links of private apps are everybody's",
      ".where(and(eq(apps.teamId, viewer.teamId), visible(viewer, apps)));\n  return or(",
      ".where(eq(apps.teamId, viewer.teamId));\n  return or(",
    ],
  ),
  ...mutantsOf(
    `${server}/shares/queries.ts`,
    [foreign, "shares"],
    [
      "a link is made for any team's app",
      ".where(and(eq(apps.teamId, viewer.teamId), eq(apps.id, appId), visible(viewer, apps)));",
      ".where(eq(apps.id, appId));",
    ],
  ),
  ...mutantsOf(
    `${server}/shares/service.ts`,
    [shares, "bound to it"],
    ["a link leads to several apps", "or(unbound, eq(shareLinks.appId, appId))", "undefined"],
    [
      "another team's link is taken",
      "and(eq(shareLinks.teamId, teamId), eq(shareLinks.id, shareId), or",
      "and(eq(shareLinks.id, shareId), or",
    ],
    [
      "links that lead nowhere live on",
      "const unbound = and(isNull(shareLinks.appId), fresh());",
      "const unbound = isNull(shareLinks.appId);",
    ],
  ),
  ...mutantsOf(
    `${server}/shares/service.ts`,
    [limits],
    [
      "messages are not counted",
      "  await take(tx, {\n    ...{ table: shareVisitors, id: visitor.id, time: day, most },",
      "  if (!most) await take(tx, {\n    ...{ table: shareVisitors, id: visitor.id, time: day, most },",
    ],
    ["conversations are not counted", "  await takeSession(tx, visit);\n", ""],
  ),
  ...mutantsOf(
    `${server}/shares/spend.ts`,
    [limits],
    ["limits are passed", "and (${over} or ${count} < ${most})", ""],
    [
      "a day never ends",
      "const over = sql`${began} <= now() - ${time.ms} * interval '1 millisecond'`;",
      "const over = sql`false`;",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/visitor-handlers.ts`,
    [limits],
    ["a message costs nothing", "      await takeMessage(tx, visitor);\n", ""],
  ),
  ...mutantsOf(
    `${server}/runs/visitor-events.ts`,
    [live, "nothing of the inside"],
    ["whatever is new is shown", "    default:\n      return null;", "    default:\n      return event;"],
    [
      "live answers name the agent",
      'const authorName = message.role === "assistant" ? appName : message.authorName;',
      "const { authorName } = message;",
    ],
  ),
  ...mutantsOf(
    `${server}/realtime/sockets.ts`,
    [live],
    [
      "a dead link still connects",
      'if (!visitor) throw new AppError("unauthorized", "This link is not available.");',
      "if (!visitor) return;",
    ],
    ["a visitor's socket goes on after the end", "cutWhenOver(socket, visitorExpires(visitor));", ""],
    ["visitors hear of no cut", "await socket.join(visitorRooms(visitor));", ""],
  ),
  ...mutantsOf(
    `${server}/realtime/visitors.ts`,
    [live, "no other session"],
    ["a visitor follows every session", "await visitorSession(db, visitor, sessionId);", ""],
  ),
  ...mutantsOf(
    `${server}/realtime/event-stream.ts`,
    [live],
    [
      "a stream that missed the cut goes on",
      '        write(": connected\\n\\n");\n        check();',
      '        write(": connected\\n\\n");',
    ],
    ["a stream outlives its link's end", "const keep = whenOver(expires, end);", "const keep = () => {};"],
    [
      "a stream shows visitors the inside",
      "shown: (event) => visitorEvent(event, app.name)",
      "shown: (event) => event",
    ],
  ),
  ...mutantsOf(
    `${server}/realtime/cut.ts`,
    [live],
    ["a deleted team's visitors stay", '  await broadcast({ kind: "cut", room: teamVisitorsRoom(teamId) });\n', ""],
  ),
  ...mutantsOf(
    `${server}/shares/handlers.ts`,
    [live],
    [
      "a revoked link's visitors stay",
      "await cutLink(params.shareId);\n    return {};\n  },\n});",
      "return {};\n  },\n});",
    ],
    ["who was let in stays until the old end", "if (body.expiresAt !== undefined) await cutLink(params.shareId);", ""],
  ),
  ...mutantsOf(
    `${server}/apps/handlers.ts`,
    [live],
    [
      "visitors of a closed app stay",
      "if (sent.sharingMode || sent.sharingEmails) await cutVisitors(params.appId);",
      "",
    ],
  ),
];
