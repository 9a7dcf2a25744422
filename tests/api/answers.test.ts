import { beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { apps } from "@/lib/contract/apps/schemas";
import { billing } from "@/lib/contract/billing/schemas";
import { reference } from "@/lib/contract/reference/schemas";
import { callAs, newPerson, type Person, send } from "../support/client";

let ada: Person;
beforeAll(async () => {
  ada = await newPerson();
});

describe("JSON names its charset", () => {
  it.each<[string, number, () => ReturnType<typeof send>]>([
    ["what was read", 200, () => callAs(apps.list, { token: ada.token, params: { resourceSlug: ada.slug } })],
    ["what was done", 200, () => callAs(accounts.onboard, { token: ada.token, body: { _csrf: ada.csrf } })],
    ["the API's document", 200, () => callAs(reference.openapi)],
    ["a wrong body", 400, () => send("POST", "/forms/account/login", "{")],
    ["nobody", 401, () => callAs(accounts.get)],
    ["a call that there is not", 404, () => send("GET", "/no/such.json")],
    ["a body that is too large", 413, () => send("POST", "/forms/account/login", { email: "x".repeat(300_000) })],
  ])("%s: %i", async (_name, status, call) => {
    const { response } = await call();
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });
});

describe("who is not signed in is led back to", () => {
  const slug = "some-team-abc123";
  const redirect = (path: string) => ({ status: 401, body: { redirect: `/login?goto=${encodeURIComponent(path)}` } });

  it("the page that called", async () => {
    const headers = { referer: `http://localhost:3000/${slug}/agent/agent_1?tab=a` };
    const reply = await callAs(apps.list, { params: { resourceSlug: slug }, headers });
    expect(reply).toMatchObject(redirect(`/${slug}/agent/agent_1`));
  });

  it("the team's page where no page called", async () => {
    expect(await callAs(apps.list, { params: { resourceSlug: slug } })).toMatchObject(redirect(`/${slug}`));
    const own = { params: { resourceSlug: slug }, body: {} };
    expect(await callAs(apps.add, own)).toMatchObject(redirect(`/${slug}`));
    expect(await callAs(billing.get, { query: { resourceSlug: slug } })).toMatchObject(redirect(`/${slug}`));
    const odd = { params: { resourceSlug: "//evil.test\\x" } };
    expect(await callAs(apps.list, odd)).toMatchObject(redirect("/%2F%2Fevil.test%5Cx"));
  });

  it("the beginning where the call is no team's", async () => {
    expect(await callAs(accounts.get)).toMatchObject(redirect("/"));
    const headers = { referer: "no address" };
    expect(await callAs(accounts.welcome, { headers })).toMatchObject(redirect("/"));
  });
});
