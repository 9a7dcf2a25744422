import { type Mutant, mutantsOf } from "../mutant";
import { drop, replace, reword } from "../mutation/operation";

const server = "lib/server";
const foreign = "tests/api/foreign-ids.test.ts";
const matrix = "tests/api/tenant-matrix.test.ts";
const hidden = "tests/api/private-apps.test.ts";
const templates = "tests/api/templates.test.ts";

/** The team in the where of a statement, and what is private in a team. */
export const tenancyMutants: Mutant[] = [
  ...mutantsOf(
    `${server}/resources/agents/queries.ts`,
    [foreign, "agents.(get|remove|edit|duplicate)"],
    ["an agent is read by its id alone", "getAgent", drop("call eq 1"), "0d06a3a7dd"],
    ["an agent is shown by its id alone", "viewAgent", drop("call eq 1"), "0d06a37635"],
  ),
  ...mutantsOf(
    "lib/server/engine/models/find-model.ts",
    [foreign, "models.(get|remove|edit|duplicate)"],
    ["a model is read by its id alone", "findConnectedModels", drop("call eq 1"), "0d06a399af"],
    ["a model is locked by its id alone", "lockModel", drop("call eq 1"), "0d06a3115b"],
  ),
  ...mutantsOf(
    `${server}/resources/apps/queries.ts`,
    [foreign, "apps.(get|remove|edit|duplicate)|sessions.add"],
    ["an app is read by its id alone", "matchesVisibleApp", drop("call eq 1"), "c691da223b"],
  ),
  ...mutantsOf(
    `${server}/resources/apps/queries.ts`,
    [hidden],
    ["a private app is everybody's to read", "matchesVisibleApp", drop("call and 1 > argument 3"), "9ae873223b"],
    ["a private app is listed", "readPage", drop("object 1 > property 2"), "36e1a5e700"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/service.ts`,
    [foreign, "sessions"],
    ["a session is read by its id alone", "selectVisible", drop("call eq 1"), "ea0791c0fb"],
    ["a private session is everybody's to read", "selectVisible", drop("call and 1 > argument 3"), "3714b9c0fb"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/queries.ts`,
    [foreign, "sessions.(get|list)"],
    ["a session is shown by its id alone", "viewSession", drop("call eq 1"), "c691dab26d"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/queries.ts`,
    [matrix, "sessions.list"],
    ["private sessions are listed", "readPage", drop("object 1 > property 2"), "feb538c109"],
  ),
  ...mutantsOf(
    `${server}/platform/db/query/define-query.ts`,
    ["tests/api/list-callers.test.ts", "callers of"],
    [
      "a statement keeps the values of its first caller",
      "defineQueries",
      replace("call placeholder 1", "$other", "comparison 1 > operand 1"),
      "e3a2393a13",
    ],
  ),
  ...mutantsOf(
    `${server}/platform/db/query/list.ts`,
    [foreign, "list"],
    ["lists show every team's", "defineTeamList", drop("call eq 1"), "361766f390"],
    ["a page begins at anybody's row", "matchesCursor", drop("call and 1 > argument 1"), "d1cdf10bf4"],
  ),
  ...mutantsOf(
    `${server}/resources/agents/resource.ts`,
    [foreign, "agents.(add|edit)"],
    ["ids of variables are not looked at", "agentResource", drop("object 2 > property 6"), "ac319940d4"],
    ["ids of tools are not looked at", "agentResource", drop("object 2 > property 4"), "32e62d40d4"],
  ),
  ...mutantsOf(
    `${server}/resources/references/check.ts`,
    [foreign, "(agents|apps|tasks).(add|edit)"],
    ["ids in a body are another team's", "findRows", drop("call eq 1"), "b2d6bd1412"],
  ),
  ...mutantsOf(
    `${server}/resources/variables/queries.ts`,
    [foreign, "variables.(get|remove|edit|duplicate)"],
    ["a variable is read by its id alone", "getVariable", drop("call eq 1"), "0d06a3aaf5"],
    ["a variable is shown by its id alone", "viewVariable", drop("call eq 1"), "0d06a340d6"],
  ),
  ...mutantsOf(
    `${server}/resources/references/select-users.ts`,
    ["tests/api/variables.test.ts", "who uses"],
    ["a variable counts every team's agents", "selectUsers", drop("call and 1 > argument 1"), "b2d6bdedd2"],
  ),
  ...mutantsOf(
    "lib/server/engine/variables/variables.ts",
    ["tests/api/variables.test.ts", "a session"],
    ["a prompt is filled with any team's values", "isAmong", drop("call eq 1"), "a498d312c0"],
  ),
  ...mutantsOf(
    `${server}/resources/apps/resource.ts`,
    [foreign, "apps.(add|edit)"],
    ["ids of an app's variables are not looked at", "appResource", drop("object 3 > property 8"), "ac3199b46c"],
    ["ids of an app's tasks are not looked at", "appResource", drop("object 3 > property 6"), "48bf7ab46c"],
  ),
  ...mutantsOf(
    `${server}/resources/apps/resource.ts`,
    ["tests/api/branches.test.ts", "is refused"],
    ["a branch classifies with another team's model", "appResource", drop("object 3 > property 4"), "25c45eb46c"],
  ),
  ...mutantsOf(
    "lib/server/engine/runs/process/tasks.ts",
    [foreign, "(apps|tasks).(add|edit)"],
    ["an app or a task takes another team's task", "findTasks", drop("call eq 1"), "cc8faf2687"],
  ),
  ...mutantsOf(
    `${server}/engine/models/find-model.ts`,
    [foreign, "providers.(test|models|edit|remove)"],
    ["a test takes another team's secrets", "getProvider", drop("call eq 1"), "0d06a3ff99"],
  ),
  ...mutantsOf(
    `${server}/resources/providers/queries.ts`,
    [foreign, "providers.get"],
    ["a provider is shown by its id alone", "viewProvider", drop("call eq 1"), "0d06a3f4cc"],
  ),
  ...mutantsOf(
    `${server}/resources/providers/actions.ts`,
    ["tests/api/providers.test.ts"],
    ["credentials join another team's provider", "findOrCreateProvider", drop("call eq 1"), "0d06a39e8b"],
    ["equal credentials are stored twice", "findOrCreateProvider", drop("statement 1"), "714c9c9e8b"],
    ["a provider is deleted from under its models", "deleteProvider", drop("statement 3"), "a8143884d3"],
  ),
  ...mutantsOf(
    `${server}/resources/assets/actions.ts`,
    [foreign, "assets.remove"],
    ["a picture is deleted by its id alone", "deleteAsset", drop("call eq 1"), "0d06a36967"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/files.ts`,
    [foreign, "sessions.file"],
    ["a file is read by its id alone", "sendSessionFile", drop("call eq 1"), "a498d3659b"],
  ),
  ...mutantsOf(
    `${server}/resources/sessions/feedback.ts`,
    [foreign, "sessions.feedback"],
    ["any message can be rated", "storeRating", drop("call eq 2"), "041b8ac725"],
  ),
  ...mutantsOf(
    `${server}/engine/runs/start.ts`,
    [foreign, "sessions.start"],
    ["another session's files are attached", "checkFiles", drop("call eq 1"), "0d06a3d1dd"],
  ),
  ...mutantsOf(
    `${server}/resources/usage/queries.ts`,
    ["tests/api/usage.test.ts"],
    ["usage is everybody's", "matchesSpan", drop("call eq 1"), "cc8faf67ce"],
    ["usage names private apps", "selectAppName", reword("template 1", "{2}", "true"), "c2ad205614"],
  ),
  ...mutantsOf(
    `${server}/resources/references/users.ts`,
    [hidden, "counts a private app"],
    ["what uses an agent or a variable names private apps", "findUsers", drop("?? 1 > operand 1"), "e8348f1483"],
  ),
  ...mutantsOf(
    `${server}/resources/samples/handlers.ts`,
    [hidden, "leads nobody to a sample"],
    ["a sample that is private to another is given", "implement.add", drop("call and 1 > argument 4"), "871ec6c870"],
  ),
  ...mutantsOf(
    `${server}/resources/samples/template.ts`,
    [templates, "what a template needs"],
    ["a template uses another team's data source", "findDatasource", drop("call and 1 > argument 1"), "0d06a39256"],
    ["a template adds a model without the permission", "chooseModel", drop("|| 1 > operand 2"), "49dccd9085"],
    ["two clicks add a template's documents twice", "prepareTemplate", replace("call for 1", "$owner"), "4f187b5215"],
  ),
  ...mutantsOf(
    `${server}/resources/samples/demo-models.ts`,
    [templates, "what a template needs"],
    ["a template uses another team's model", "listOwnModels", drop("call and 1 > argument 1"), "cc8faf9fd6"],
  ),
  ...mutantsOf(
    `${server}/resources/samples/documents.ts`,
    [templates, "what a template needs"],
    ["sample documents are added without the permission", "addDocuments", drop("if 1"), "5f19ec3972"],
  ),
  ...mutantsOf(
    `${server}/api/http/dispatch.ts`,
    [foreign, "refuses a body whose id differs"],
    ["an id in the body may differ from the address", "respond", drop("statement 16"), "673dc8d0a6"],
  ),
];
