import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "@/lib/api/api-error";
import { errorText } from "@/lib/constants/errors";
import { defineCalls, defineShapes } from "@/lib/contract/base/endpoint";
import { clientFor } from "../../support/api-client";
import { type CannedReply, serve } from "../../support/replying-server";

const shapes = defineShapes({
  list: {
    query: z.object({ q: z.string().optional() }),
    response: z.object({ things: z.array(z.string()) }),
  },
  add: { body: z.object({ name: z.string() }), response: z.object({ _id: z.string() }) },
  upload: { response: z.object({}) },
  file: {},
});
const things = defineCalls<typeof shapes>()("things", {
  list: {
    method: "GET",
    path: "/:resourceSlug/things.json",
    summary: "List",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/thing/add",
    summary: "Add",
    idempotent: true,
    csrf: true,
  },
  upload: {
    method: "POST",
    path: "/:resourceSlug/forms/thing/upload",
    summary: "Upload",
    multipart: { maxFiles: 1 },
  },
  file: { method: "GET", path: "/:resourceSlug/thing/file.json", summary: "Read", raw: true },
});

const params = { resourceSlug: "team 1" };
const body = { name: "Ada" };
const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error = await call.then(
    () => new Error("The call did not fail"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ApiError) return error;
  throw error;
};

describe("what is sent", () => {
  test("with whose eyes a team is seen, to that team alone and by nobody who is signed out", async () => {
    const { base, received } = await serve({ body: { things: [] } });
    const viewAs = { slug: "team 1", memberId: "account_2" };
    await clientFor({ base, token: "t1", viewAs }).call(things.list, { params });
    await clientFor({ base, token: "t1", viewAs }).call(things.list, { params: { resourceSlug: "team 2" } });
    await clientFor({ base, viewAs }).call(things.list, { params });
    expect(received.map(({ headers }) => headers["x-see-as-member"])).toEqual(["account_2", undefined, undefined]);
  });

  test("a read: parameters, query and bearer", async () => {
    const { base, received } = await serve({ body: { things: ["a"] } });
    const { call, seen } = clientFor({ base, token: "t1" });
    await expect(call(things.list, { params, query: { q: "x y" } })).resolves.toEqual({ things: ["a"] });
    expect(received[0]).toMatchObject({ method: "GET", url: "/team%201/things.json?q=x+y", body: "" });
    expect(received[0]?.headers).toMatchObject({ authorization: "Bearer t1" });
    expect(received[0]?.headers).not.toHaveProperty("x-csrf-token");
    expect(seen.bar).toEqual(["start", "done"]);
    await call(things.list, { params, quiet: true });
    expect(seen.bar).toEqual(["start", "done"]);
  });

  test("a write: JSON, a new idempotency key", async () => {
    const { base, received } = await serve({ body: { _id: "1" } });
    const { call } = clientFor({ base });
    await call(things.add, { params, body });
    await call(things.add, { params, body });
    await call(things.add, { params, body, idempotencyKey: "mine" });
    const [first, second, third] = received;
    expect(JSON.parse(first?.body ?? "")).toEqual({ name: "Ada" });
    expect(first?.headers).toMatchObject({ "content-type": "application/json" });
    expect(first?.headers).not.toHaveProperty("authorization");
    expect(first?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
    expect(second?.headers["idempotency-key"]).not.toBe(first?.headers["idempotency-key"]);
    expect(third?.headers["idempotency-key"]).toBe("mine");
  });

  test("the CSRF token of the session that writes, read once for each session", async () => {
    const { base, received } = await serve({ body: { csrf: "c1" } });
    const { call, seen } = clientFor({ base, token: "t1" });
    await call(things.add, { params, body });
    await call(things.add, { params, body });
    seen.stored = "t2";
    await call(things.add, { params, body });
    const add = "/team%201/forms/thing/add";
    expect(received.map(({ url }) => url)).toEqual(["/account.json", add, add, "/account.json", add]);
    expect(JSON.parse(received[1]?.body ?? "")).toEqual({ name: "Ada", _csrf: "c1" });
    expect(received[1]?.headers).toMatchObject({ "x-csrf-token": "c1" });
    expect(received[4]?.headers).toMatchObject({ authorization: "Bearer t2", "x-csrf-token": "c1" });
  });

  test("a form: multipart", async () => {
    const { base, received } = await serve({});
    const formData = new FormData();
    formData.set("file", new Blob(["hello"]), "a.txt");
    await clientFor({ base }).call(things.upload, { params, formData });
    expect(received[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(received[0]?.body).toContain('filename="a.txt"');
  });

  test.each([
    ["/s/team-1/share-1", "/s/team%201/things.json"],
    ["/team-1/s/x", "/team%201/things.json"],
    ["/sessions", "/team%201/things.json"],
  ])("on %s the path is %s", async (page, url) => {
    const { base, received } = await serve({ body: { things: [] } });
    await clientFor({ base, page }).call(things.list, { params });
    expect(received[0]?.url).toBe(url);
  });

  test("a missing parameter is thrown before anything is sent", async () => {
    const { base, received } = await serve({});
    const { call, seen } = clientFor({ base });
    await expect(call(things.list, { params: { resourceSlug: "" } })).rejects.toThrow("resourceSlug");
    expect([received.length, seen.bar.length]).toEqual([0, 0]);
  });
});

describe("the error catalogue", () => {
  test("the request fails outright", async () => {
    const { call, seen } = clientFor({ base: "http://127.0.0.1:9" });
    const error = await failureOf(call(things.list, { params }));
    expect(error).toMatchObject({ message: errorText.requestFailed, code: "network", status: 0 });
    expect(seen.bar).toEqual(["start", "done"]);
  });

  test.each<[string, CannedReply, string]>([
    ["no content type", { type: null, body: "{}" }, errorText.notJson],
    ["not JSON", { type: "text/html", status: 502, body: "<h1>Bad gateway</h1>" }, errorText.notJson],
    ["invalid JSON", { body: "{ nope" }, errorText.invalidJson],
    ["an error field", { body: { error: "Taken." } }, "Taken."],
    ["an error field on a failure", { status: 409, body: { error: "Taken.", code: "conflict" } }, "Taken."],
    ["a failure without an error field", { status: 500, body: {} }, errorText.notJson],
  ])("%s", async (_, reply, message) => {
    const { base } = await serve(reply);
    let succeeded = false;
    const { call, seen } = clientFor({ base });
    const onSuccess = () => {
      succeeded = true;
    };
    expect((await failureOf(call(things.add, { params, body, onSuccess }))).message).toBe(message);
    expect([succeeded, seen.navigated]).toEqual([false, []]);
  });

  test("a GET with a body", async () => {
    const { base, received } = await serve({});
    const { callLoose } = clientFor({ base });
    await expect(callLoose(things.list, { params, body: {} })).rejects.toThrow(errorText.getWithBody);
    await expect(callLoose(things.list, { params, formData: new FormData() })).rejects.toThrow(errorText.getWithBody);
    expect(received).toEqual([]);
  });

  test("details of a failure reach the caller", async () => {
    const details = { issues: [{ path: "name", message: "Taken." }], permission: 70, max: 3 };
    const reply = { status: 429, headers: { "retry-after": "7" }, body: { error: "No.", code: "limit", ...details } };
    const { base } = await serve(reply);
    const error = await failureOf(clientFor({ base }).call(things.add, { params, body }));
    expect(error).toMatchObject({ code: "limit", status: 429, retryAfter: 7, permission: 70, data: { max: 3 } });
    expect(error.issues).toEqual(details.issues);
  });

  test("an abort stays an abort", async () => {
    const { base } = await serve({ body: { things: [] } });
    const aborted = clientFor({ base }).call(things.list, { params, signal: AbortSignal.abort() });
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("what the answer asks for", () => {
  test("a token is stored, with a failure beside it too", async () => {
    const { base } = await serve({ status: 400, body: { token: "t2", error: "No.", code: "invalid" } });
    const { call, seen } = clientFor({ base, token: "t1" });
    await failureOf(call(things.add, { params, body }));
    expect(seen.stored).toBe("t2");
  });

  test("the success handler runs before the redirect", async () => {
    const { base } = await serve({ body: { _id: "1", redirect: "/team-1/apps?x=1" } });
    const { call, seen } = clientFor({ base });
    const before: number[] = [];
    await call(things.add, { params, body, onSuccess: () => void before.push(seen.navigated.length) });
    expect([before, seen.navigated]).toEqual([[0], ["/team-1/apps?x=1"]]);
  });

  test("navigate: false stays, and other origins are never gone to", async () => {
    const { base } = await serve({ body: { _id: "1", redirect: "/team-1/apps" } });
    const stay = clientFor({ base });
    await stay.call(things.add, { params, body, navigate: false });
    expect(stay.seen.navigated).toEqual([]);
  });

  test.each(["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)", "apps", 7])(
    "%s is not followed",
    async (redirect) => {
      const { base } = await serve({ body: { _id: "1", redirect } });
      const { call, seen } = clientFor({ base });
      await call(things.add, { params, body });
      expect(seen.navigated).toEqual([]);
    },
  );

  test("the server's own redirects are not followed", async () => {
    const { base, received } = await serve({ status: 302, type: null, headers: { location: "/elsewhere" }, body: "" });
    const error = await failureOf(clientFor({ base }).call(things.list, { params }));
    expect([error.message, received.length]).toEqual([errorText.notJson, 1]);
  });

  test("a raw answer is the response itself", async () => {
    const { base } = await serve({ type: "text/plain", body: "hello" });
    const response = await clientFor({ base }).call(things.file, { params });
    await expect(response.text()).resolves.toBe("hello");
  });
});

describe("signed out", () => {
  const reply = { status: 401, body: { error: "Sign in.", code: "unauthorized", redirect: "/login?goto=%2Fteam-1" } };

  test("goes to the login page, forgets the token and shows nothing", async () => {
    const { base } = await serve(reply);
    const { call, seen } = clientFor({ base, token: "old" });
    const error = await failureOf(call(things.list, { params }));
    expect([error.redirected, seen.navigated, seen.stored]).toEqual([true, ["/login?goto=%2Fteam-1"], null]);
  });

  test.each(["/login", "/register", "/onboarding/configuremodels", "/s/team-1/share-1"])("%s stays", async (page) => {
    const { base } = await serve(reply);
    const { call, seen } = clientFor({ base, page });
    const error = await failureOf(call(things.list, { params }));
    expect([error.redirected, seen.navigated]).toEqual([false, []]);
  });

  test("a wrong password is an error like any other", async () => {
    const { base } = await serve({ status: 401, body: { error: "Wrong password.", code: "unauthorized" } });
    const { call, seen } = clientFor({ base, token: "t1", page: "/account" });
    const error = await failureOf(call(things.add, { params, body }));
    expect([error.message, error.redirected, seen.stored]).toEqual(["Wrong password.", false, "t1"]);
  });
});
