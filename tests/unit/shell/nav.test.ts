import { expect, test } from "vitest";
import { canOpenManaged, isCurrent, linkHref, links, sidebarGroups } from "@/components/shell/sidebar/nav";

const current = (path: string) => links.filter((link) => isCurrent(link, "team-1", path)).map((link) => link.label);

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
  ["/team-1/providers", ["Models"]],
  ["/team-1/provider/provider_1", ["Models"]],
  ["/team-1/team", ["Team"]],
  ["/team-1/org/account_1", ["Organization"]],
  ["/team-1/appsx", []],
  ["/team-12/apps", []],
  ["/account", []],
  ["/apikeys", ["API Keys"]],
  ["/team-1/apikeys", []],
])("on %s the current link is %j", (path, labels) => expect(current(path)).toEqual(labels));

test("links lead below the team, but for those of the account", () => {
  const hrefs = Object.fromEntries(links.map((link) => [link.label, linkHref(link, "team-1")]));
  expect(hrefs).toMatchObject({ Apps: "/team-1/apps", "API Keys": "/apikeys" });
});

const shownIn = (managed: { orgSlug: string } | null) =>
  sidebarGroups("team-1", managed).map((group) => group.links.map(({ link, team }) => linkHref(link, team)));

test("a team of one's own has all links, in the specified order and in groups", () => {
  const groups = shownIn(null);
  expect(groups.map(({ length }) => length)).toEqual([6, 2, 2, 2]);
  expect(groups.flat()).toEqual(links.map((link) => linkHref(link, "team-1")));
});

test("a team that is only managed has those that open, and its organization's through a team of one's own", () => {
  expect(shownIn({ orgSlug: "own-2" })).toEqual([["/apikeys"], ["/own-2/org", "/team-1/team"]]);
  expect(shownIn({ orgSlug: "team-1" })).toEqual([["/apikeys"], ["/team-1/org", "/team-1/team"]]);
});

test.each<[string, boolean, boolean]>([
  ["/team-1/team", true, true],
  ["/team-1/team/account_1", true, true],
  ["/team-1/org", false, true],
  ["/team-1/org/account_1", false, true],
  ["/team-1", false, false],
  ["/team-1/apps", false, false],
  ["/team-1/teams", false, false],
  ["/team-1/session/session_1", false, false],
])("%s of a managed team opens with a team of one's own: %s, without any: %s", (path, withOwn, without) => {
  expect(canOpenManaged("team-1", { orgSlug: "own-2" }, path)).toBe(withOwn);
  expect(canOpenManaged("team-1", { orgSlug: "team-1" }, path)).toBe(without);
});
