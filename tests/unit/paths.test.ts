import { describe, expect, test } from "vitest";
import { isBarePath, isPublicPath, isSessionPath, isSharedPath, parseShareId } from "@/lib/utils/paths/page-kind";
import { sameOriginPath } from "@/lib/utils/paths/same-origin-path";
import { parseStepHash, stepHash } from "@/lib/utils/paths/step-hash";
import { switchRedirect } from "@/lib/utils/paths/switch-redirect";

describe("switching the team", () => {
  test.each([
    ["/old-1", "/new-2"],
    ["/old-1/agents", "/new-2/agents"],
    ["/old-1/org", "/new-2/org"],
    ["/old-1/agent/agent_1", "/new-2/agents"],
    ["/old-1/task/task_1/edit", "/new-2/tasks"],
    ["/old-1/tool/tool_1", "/new-2/tools"],
    ["/old-1/datasource/add", "/new-2/datasources"],
    ["/old-1/model/model_1", "/new-2/models"],
    ["/old-1/app/add", "/new-2/apps"],
    ["/old-1/session/session_1", "/new-2/apps"],
    ["/old-1/variable/v_1", "/new-2/apps"],
  ])("on %s goes to %s", (path, expected) => {
    expect(switchRedirect(path, "old-1", "new-2")).toBe(expected);
  });

  test.each(["/account", "/billing", "/welcome", "/apikeys/x", "/"])(
    "outside a team, on %s, goes to the apps",
    (path) => {
      expect(switchRedirect(path, undefined, "new-2")).toBe("/new-2/apps");
    },
  );
});

describe("a wizard's step", () => {
  test.each<[string, number | null]>([
    ["#step1", 0],
    ["step3", 2],
    ["#step12", 11],
    ["#step999", 998],
    ["#step0", null],
    ["#step01", null],
    ["#step-1", null],
    ["#step1x", null],
    ["#step", null],
    ["", null],
    ["#Step1", null],
  ])("%s is %s", (hash, step) => expect(parseStepHash(hash)).toBe(step));

  test("survives the way to the hash and back", () => {
    for (const step of [0, 1, 9, 10, 98]) expect(parseStepHash(stepHash(step))).toBe(step);
  });
});

describe("a path to go to", () => {
  test.each(["/", "/login?goto=%2Fa", "/team-1/apps#x", "/a//b", "/s/t/x", "/a?u=https://b.test"])(
    "%s is ours",
    (path) => expect(sameOriginPath(path)).toBe(path),
  );

  const foreign = [
    "",
    "apps",
    "https://b.test/",
    "//b.test",
    "//muster.invalid",
    "/.//b.test",
    "/%2e//b.test",
    "/a/..//b.test",
    "/\\b.test",
    "\\\\b.test",
    "/a\nb",
    "/\tb",
    "javascript:1",
    "/\u0000",
  ];
  test.each(foreign)("%j is not", (path) => expect(sameOriginPath(path)).toBeNull());
  test.each([null, undefined])("%s is not", (path) => expect(sameOriginPath(path)).toBeNull());
});

describe("kinds of pages", () => {
  test.each<[string, boolean, boolean]>([
    ["/login", true, true],
    ["/register", true, true],
    ["/onboarding", true, false],
    ["/onboarding/configuremodels", true, false],
    ["/verify", false, true],
    ["/changepassword", false, true],
    ["/requestchangepassword", false, true],
    ["/redirect", false, true],
    ["/guide", false, true],
    ["/guide/first-agent", false, true],
    ["/guides", false, false],
    ["/welcome", false, false],
    ["/account", false, false],
    ["/team-1/apps", false, false],
    ["/team-1/login", true, true],
    ["/team-1/register", true, true],
    ["/team-1/onboarding", true, false],
    ["/team-1/onboarding/configuremodels", true, false],
    ["/login/google", true, true],
    ["/connect/google", true, false],
    ["/oauth/authorize", true, false],
    ["/oauth-7f3k2q/apps", false, false],
    // Teams of such names.
    ["/login-7f3k2q/apps", false, false],
    ["/onboarding-7f3k2q/agents", false, false],
    ["/registered-7f3k2q", false, false],
    ["/team-1/connections", false, false],
    ["/s/team-1/share-1", false, true],
    ["/", false, false],
  ])("%s: bare %s, open %s", (path, bare, open) => {
    expect([isBarePath(path), isPublicPath(path)]).toEqual([bare, open]);
  });

  test("shared and session pages", () => {
    expect(["/s/a/b", "/s", "/sessions", "/a/s/b"].map(isSharedPath)).toEqual([true, false, false, false]);
    expect(["/s/team/share_1", "/s/team", "/team/s/share_1"].map(parseShareId)).toEqual([
      "share_1",
      undefined,
      undefined,
    ]);
    expect(["/a/session/1", "/a/sessions"].map(isSessionPath)).toEqual([true, false]);
  });
});
