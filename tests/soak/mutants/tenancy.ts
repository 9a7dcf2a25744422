import { type Mutant, mutantsOf } from "../mutant";

const server = "lib/server";
const foreign = "tests/api/foreign-ids.test.ts";
const matrix = "tests/api/tenant-matrix.test.ts";
const hidden = "tests/api/private-apps.test.ts";

/** The team in the where of a statement, and what is private in a team. */
export const tenancyMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/agents/queries.ts`,
    [foreign, "agents.(get|remove|edit|duplicate)"],
    [
      "an agent is read by its id alone",
      "const [row] = await db\n    .select()\n    .from(agents)\n    .where(and(eq(agents.teamId, teamId), eq(agents.id, id)));",
      "const [row] = await db\n    .select()\n    .from(agents)\n    .where(eq(agents.id, id));",
    ],
    [
      "an agent is shown by its id alone",
      "shown(db, teamId).where(and(eq(agents.teamId, teamId), eq(agents.id, id)))",
      "shown(db, teamId).where(eq(agents.id, id))",
    ],
  ),
  ...mutantsOf(
    `${server}/models/queries.ts`,
    [foreign, "models.(get|remove|edit|duplicate)"],
    [
      "a model is read by its id alone",
      "  const [row] = await db\n    .select()\n    .from(models)\n    .where(and(eq(models.teamId, teamId), eq(models.id, id)));",
      "  const [row] = await db\n    .select()\n    .from(models)\n    .where(eq(models.id, id));",
    ],
    [
      "a model is locked by its id alone",
      "    .where(and(eq(models.teamId, teamId), eq(models.id, id)))\n    .for",
      "    .where(eq(models.id, id))\n    .for",
    ],
  ),
  ...mutantsOf(
    `${server}/apps/queries.ts`,
    [foreign, "apps.(get|remove|edit|duplicate)|sessions.add"],
    [
      "an app is read by its id alone",
      "and(eq(apps.teamId, viewer.teamId), eq(apps.id, id), visible(viewer, apps))",
      "and(eq(apps.id, id), visible(viewer, apps))",
    ],
  ),
  ...mutantsOf(
    `${server}/apps/queries.ts`,
    [hidden],
    ["a private app is everybody's to read", "eq(apps.id, id), visible(viewer, apps))", "eq(apps.id, id))"],
    [
      "a private app is listed",
      "keyset(db, apps, viewer.teamId, query, visible(viewer, apps))",
      "keyset(db, apps, viewer.teamId, query)",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/service.ts`,
    [foreign, "sessions"],
    [
      "a session is read by its id alone",
      "and(eq(sessions.teamId, viewer.teamId), eq(sessions.id, id), visible(viewer))",
      "and(eq(sessions.id, id), visible(viewer))",
    ],
    ["a private session is everybody's to read", "eq(sessions.id, id), visible(viewer)));", "eq(sessions.id, id)));"],
  ),
  ...mutantsOf(
    `${server}/sessions/queries.ts`,
    [foreign, "sessions.(get|list)"],
    [
      "a session is shown by its id alone",
      "and(eq(sessions.teamId, viewer.teamId), eq(sessions.id, id), visible(viewer))",
      "and(eq(sessions.id, id), visible(viewer))",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/queries.ts`,
    [matrix, "sessions.list"],
    [
      "private sessions are listed",
      "keyset(db, listed, viewer.teamId, query, visible(viewer))",
      "keyset(db, listed, viewer.teamId, query)",
    ],
  ),
  ...mutantsOf(
    `${server}/db/list.ts`,
    [foreign, "list"],
    ["lists show every team's", "const own = and(eq(table.teamId, teamId), seen);", "const own = seen;"],
    [
      "a page begins at anybody's row",
      "const start = query.before ? and(own, eq(table.id, query.before)) : undefined;",
      "const start = query.before ? eq(table.id, query.before) : undefined;",
    ],
  ),
  ...mutantsOf(
    `${server}/agents/service.ts`,
    [foreign, "agents.(add|edit)"],
    [
      "an agent takes another team's model",
      ".where(and(eq(models.teamId, teamId), eq(models.id, id)));",
      ".where(eq(models.id, id));",
    ],
    [
      "an agent takes another team's picture",
      ".where(and(eq(assets.teamId, teamId), eq(assets.id, id)));",
      ".where(eq(assets.id, id));",
    ],
    ["ids of variables are not looked at", "...(await variableIssues(db, teamId, sent.variableIds)),", ""],
    ["ids of tools are not looked at", "...(await toolIssues(db, teamId, sent.toolIds)),", ""],
  ),
  ...mutantsOf(
    `${server}/variables/queries.ts`,
    [foreign, "variables.(get|remove|edit|duplicate)"],
    [
      "a variable is read by its id alone",
      "const [row] = await db\n    .select()\n    .from(variables)\n    .where(and(eq(variables.teamId, teamId), eq(variables.id, id)));",
      "const [row] = await db\n    .select()\n    .from(variables)\n    .where(eq(variables.id, id));",
    ],
    [
      "a variable is shown by its id alone",
      "shown(db).where(and(eq(variables.teamId, teamId), eq(variables.id, id)))",
      "shown(db).where(eq(variables.id, id))",
    ],
  ),
  ...mutantsOf(
    `${server}/variables/queries.ts`,
    ["tests/api/variables.test.ts", "who uses"],
    ["a variable counts every team's agents", "where ${table.teamId} = ${teamId} and", "where"],
  ),
  ...mutantsOf(
    `${server}/variables/service.ts`,
    [foreign, "(agents|apps).(add|edit)"],
    [
      "an agent takes another team's variable",
      ".where(and(eq(variables.teamId, teamId), inArray(variables.id, [...ids])));",
      ".where(inArray(variables.id, [...ids]));",
    ],
  ),
  ...mutantsOf(
    `${server}/variables/service.ts`,
    ["tests/api/variables.test.ts", "a session"],
    ["a prompt is filled with any team's values", "and(eq(variables.teamId, teamId), or(", "and(or("],
  ),
  ...mutantsOf(
    `${server}/apps/service.ts`,
    [foreign, "apps.(add|edit)"],
    ["ids of an app's variables are not looked at", "...(await variableIssues(db, teamId, form.variableIds)),", ""],
  ),
  ...mutantsOf(
    `${server}/agents/service.ts`,
    [foreign, "(apps|tasks).(add|edit)"],
    [
      "an app or a task takes another team's agent",
      ".where(and(eq(agents.teamId, teamId), inArray(agents.id, [...ids])));",
      ".where(inArray(agents.id, [...ids]));",
    ],
  ),
  ...mutantsOf(
    `${server}/tasks/service.ts`,
    [foreign, "(apps|tasks).(add|edit)"],
    [
      "an app or a task takes another team's task",
      ".where(and(eq(tasks.teamId, teamId), inArray(tasks.id, [...ids])));",
      ".where(inArray(tasks.id, [...ids]));",
    ],
  ),
  ...mutantsOf(
    `${server}/models/service.ts`,
    [foreign, "models.(test|setDefault)"],
    [
      "a test takes another team's secrets",
      "await modelOf(db, teamId, form.modelId)",
      "(await db.select().from(models).where(eq(models.id, form.modelId)))[0]",
    ],
  ),
  ...mutantsOf(
    `${server}/assets/handlers.ts`,
    [foreign, "assets.remove"],
    [
      "a picture is deleted by its id alone",
      ".where(and(eq(assets.teamId, ctx.teamId), eq(assets.id, params.assetId)))",
      ".where(eq(assets.id, params.assetId))",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/files.ts`,
    [foreign, "sessions.file"],
    [
      "a file is read by its id alone",
      ".where(and(eq(sessionFiles.sessionId, sessionId), eq(sessionFiles.id, fileId)));",
      ".where(eq(sessionFiles.id, fileId));",
    ],
  ),
  ...mutantsOf(
    `${server}/sessions/feedback.ts`,
    [foreign, "sessions.feedback"],
    [
      "any message can be rated",
      "        eq(sessionEvents.sessionId, sessionId),\n        eq(sessionEvents.messageId, messageId),",
      "        eq(sessionEvents.messageId, messageId),",
    ],
  ),
  ...mutantsOf(
    `${server}/runs/start.ts`,
    [foreign, "sessions.start"],
    [
      "another session's files are attached",
      "and(eq(sessionFiles.sessionId, sessionId), inArray(sessionFiles.id, ids))",
      "inArray(sessionFiles.id, ids)",
    ],
  ),
  ...mutantsOf(
    `${server}/usage/queries.ts`,
    ["tests/api/usage.test.ts"],
    ["usage is everybody's", "    eq(modelCalls.teamId, teamId),\n", ""],
    ["usage names private apps", "when ${visible(viewer, apps) ?? sql`true`} then", "when true then"],
  ),
  ...mutantsOf(
    `${server}/apps/service.ts`,
    [hidden, "counts a private app"],
    [
      "what uses an agent or a variable names private apps",
      "const seen = visible(viewer, apps) ?? sql`true`;",
      "const seen = sql`true`;",
    ],
  ),
  ...mutantsOf(
    `${server}/samples/handlers.ts`,
    [hidden, "leads nobody to a sample"],
    [
      "a sample that is private to another is given",
      "isNotNull(apps.agentId), visible(ctx, apps)",
      "isNotNull(apps.agentId)",
    ],
  ),
  ...mutantsOf(
    `${server}/http/dispatch.ts`,
    [foreign, "refuses a body whose id differs"],
    ["an id in the body may differ from the address", "sameIds(matched.params, body);", ""],
  ),
];
