import { expect, test } from "vitest";
import { hrefOf, isCurrent, placeLinks, teamLinks } from "@/components/shell/nav";

const current = (path: string) =>
  [...teamLinks, ...placeLinks].filter((link) => isCurrent(link, "team-1", path)).map((link) => link.label);

test.each<[string, string[]]>([
  ["/team-1/connections/add", ["Connections"]],
  ["/team-1/datasources", ["Connections"]],
  ["/team-1/datasource/datasource_1", ["Connections"]],
  ["/team-1/tool/tool_1", ["Tools"]],
  ["/team-1/apps", ["Apps"]],
  ["/team-1/app/add", ["Apps"]],
  ["/team-1/agent/agent_1/edit", ["Agents"]],
  ["/team-1/session/session_1", ["Session History"]],
  ["/team-1/models", ["Models"]],
  ["/team-1/team", ["Team"]],
  ["/team-1/org/account_1", ["Organization"]],
  ["/team-1/appsx", []],
  ["/team-12/apps", []],
  ["/account", []],
  ["/apikeys", ["API Keys"]],
  ["/team-1/apikeys", []],
])("on %s the current link is %j", (path, labels) => expect(current(path)).toEqual(labels));

test("links lead below the team, but for those of the account", () => {
  const hrefs = Object.fromEntries(teamLinks.map((link) => [link.label, hrefOf(link, "team-1")]));
  expect(hrefs).toMatchObject({ Apps: "/team-1/apps", "API Keys": "/apikeys" });
});
