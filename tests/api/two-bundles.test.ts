import { expect, it, vi } from "vitest";
import { apps } from "@/lib/contract/apps/schemas";
import { fillPath } from "@/lib/contract/base/endpoint";
import { shares } from "@/lib/contract/shares/schemas";
import { newPerson } from "../support/client";

/** The calls as one of Next's bundles has them: modules of its own, beside those of the others in the same process. */
async function bundle() {
  vi.resetModules();
  const { dispatch } = await import("@/lib/server/api/http/dispatch");
  await import("@/lib/server/main/handlers");
  return dispatch;
}

it("a refusal stays one in either bundle, whichever was loaded last", async () => {
  const { token, slug } = await newPerson();
  const bundles = [await bundle(), await bundle()];
  const mine = { token, path: fillPath(apps.get.path, { resourceSlug: slug, appId: "app_none" }) };
  const visitors = { token: "", path: `/s${fillPath(shares.get.path, { resourceSlug: slug, shareId: "share_none" })}` };
  for (const dispatch of bundles)
    for (const call of [mine, visitors]) {
      const headers = call.token ? { authorization: `Bearer ${call.token}` } : undefined;
      const answer = await dispatch(new Request(`http://localhost${call.path}`, { headers }), call.path);
      expect(answer.status, call.path).toBe(404);
      expect(await answer.json()).toMatchObject({ code: "not_found" });
    }
});
