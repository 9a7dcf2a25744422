import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { OauthService } from "@/lib/constants/oauth-services";
import { googleDrive } from "@/lib/server/engine/connectors/google-drive/connector";
import { hubspot } from "@/lib/server/engine/connectors/hubspot/connector";
import { cacheToken, withAccessToken } from "@/lib/server/engine/connectors/oauth/access";
import { beginAuthorization, finishAuthorization } from "@/lib/server/engine/connectors/oauth/authorize";
import { listConfiguredServices } from "@/lib/server/engine/connectors/oauth/services";
import { onedrive } from "@/lib/server/engine/connectors/onedrive/connector";
import type { Connector, Endpoints } from "@/lib/server/engine/connectors/shared/types";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { connectorContext, refusal } from "../../support/connectors";
import { startDriveStandin } from "../../support/standins/google-drive/server";
import { startHubspotStandin } from "../../support/standins/hubspot/server";
import { startGraphStandin } from "../../support/standins/onedrive/server";
import type { ServiceStandin } from "../../support/standins/service/serve";
import { client, type tokenDesk } from "../../support/standins/service/tokens";

const who = { teamId: "team_1", accountId: "acc_1" };

interface Subject {
  service: OauthService;
  connector: Connector;
  start: () => Promise<ServiceStandin & { desk: ReturnType<typeof tokenDesk> }>;
  /** What the operator sets to have the service elsewhere. */
  variables: (url: string) => Record<string, string>;
  places: (url: string) => Endpoints;
  scope: string;
}

const subjects: Subject[] = [
  {
    service: "google",
    connector: googleDrive,
    start: () => startDriveStandin("no-such-token"),
    variables: (url) => ({ GOOGLE_OAUTH_BASE: url }),
    places: (url) => ({ googleDrive: url, googleOAuth: url }),
    scope: "drive.readonly",
  },
  {
    service: "microsoft",
    connector: onedrive,
    start: startGraphStandin,
    variables: (url) => ({ MICROSOFT_LOGIN_BASE_URL: url }),
    places: (url) => ({ microsoftGraph: url, microsoftLogin: url }),
    scope: "offline_access",
  },
  {
    service: "hubspot",
    connector: hubspot,
    start: startHubspotStandin,
    variables: (url) => ({ HUBSPOT_BASE_URL: url }),
    places: (url) => ({ hubspot: url }),
    scope: "crm.objects.contacts.read",
  },
];

beforeEach(() => {
  vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");
  vi.stubEnv("APP_URL", "https://muster.example.test");
  for (const name of ["GOOGLE", "MICROSOFT", "HUBSPOT"]) {
    vi.stubEnv(`${name}_CLIENT_ID`, client.id);
    vi.stubEnv(`${name}_CLIENT_SECRET`, client.secret);
  }
  forgetEnv();
});
afterEach(() => {
  vi.unstubAllEnvs();
  forgetEnv();
});

async function open({ start, variables, places }: Subject) {
  const standin = await start();
  onTestFinished(() => standin.close());
  for (const [name, value] of Object.entries(variables(standin.url))) vi.stubEnv(name, value);
  forgetEnv();
  const kept: Record<string, unknown>[] = [];
  const ctx = connectorContext({
    places: places(standin.url),
    pace: 0,
    keep: async (changes) => {
      kept.push(changes);
    },
  });
  return { standin, ctx, kept };
}

/** What a browser does at the page of consent. */
async function agree(url: string): Promise<URLSearchParams> {
  const answer = await fetch(url, { redirect: "manual" });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get("location") ?? "").searchParams;
}

describe.each(subjects.map((subject) => [subject.service, subject] as const))(
  "signing in at %s",
  (service, subject) => {
    it("leads to its page with state and PKCE, and ends with settings that the connector works by", async () => {
      const { ctx, standin } = await open(subject);
      const { url, state } = beginAuthorization({ service, ...who });
      const asked = new URL(url).searchParams;
      expect(asked.get("redirect_uri")).toBe(`https://muster.example.test/connect/${service}`);
      expect(asked.get("scope")).toContain(subject.scope);
      const back = await agree(url);
      const code = back.get("code") ?? "";
      expect(back.get("state")).toBe(state);
      const granted = await finishAuthorization({ code, state, cookie: state, ...who }, ctx);
      expect(granted).toMatchObject({ service, authentication: { type: "oauth" } });
      await subject.connector.check({ authentication: granted.authentication }, ctx);
      // A code is good once.
      const again = await refusal(finishAuthorization({ code, state, cookie: state, ...who }, ctx));
      expect(again).toMatchObject({ kind: "credentials", retryable: false });
      expect(standin.requests.every(({ query }) => !query.has("client_secret"))).toBe(true);
    });

    it("asks anew for a token that was taken back, and says when the sign-in itself was", async () => {
      const { ctx, standin } = await open(subject);
      const config = { authentication: { type: "oauth", refreshToken: standin.desk.first } };
      standin.fail({
        times: 1,
        when: ({ path }) => !path.includes("token"),
        answer: { status: 401, body: { message: "Expired" } },
      });
      await subject.connector.check(config, ctx);
      expect(standin.desk.counts.refreshed).toBe(2);

      standin.desk.refreshTokens.clear();
      const error = await refusal(subject.connector.check(config, ctx));
      expect(error).toMatchObject({ kind: "credentials", retryable: false, field: "authentication" });
      expect(error.message).toMatch(/no longer accepts this sign-in.*Connect the account again\./);
      expect(error.message).not.toContain(standin.desk.first);
    });

    it.each([
      ["a problem of the service", { status: 503, body: {} }, "unavailable"],
      ["a limit", { status: 429, headers: { "retry-after": "60" }, body: {} }, "rate_limit"],
      ["something else than a token", { body: { hello: "world" } }, "malformed"],
      ["a cut answer", { body: { access_token: "x" }, cutAfter: 4 }, "network"],
    ] as const)("tells %s while a token is asked for, and may be tried again", async (_title, answer, kind) => {
      const { ctx, standin } = await open(subject);
      standin.fail({ when: ({ path }) => path.endsWith("token"), answer });
      const config = { authentication: { type: "oauth", refreshToken: standin.desk.first } };
      expect(await refusal(subject.connector.check(config, ctx))).toMatchObject({ kind, retryable: true });
    });
  },
);

it("keeps a refresh token that the service replaced, before it is used", async () => {
  const [, microsoft] = subjects;
  if (!microsoft) throw new Error("There is no such subject.");
  const { ctx, kept, standin } = await open(microsoft);
  await onedrive.check({ authentication: { type: "oauth", refreshToken: standin.desk.first } }, ctx);
  const [token] = standin.desk.refreshTokens;
  expect(kept).toEqual([{ authentication: { type: "oauth", refreshToken: token } }]);
  expect(token).not.toBe(standin.desk.first);
  await onedrive.check({ ...kept[0] }, ctx);
});

describe("a state", () => {
  const refused = { code: "invalid", message: "This sign-in has expired or was started elsewhere. Start again." };
  const begun = () => beginAuthorization({ service: "google", ...who });
  const finish = (state: string, given: object) =>
    finishAuthorization({ code: "code", state, cookie: state, ...who, ...given }, connectorContext());

  it.each([
    ["another browser", { cookie: "v1.another-state" }],
    ["no cookie", { cookie: undefined }],
    ["another account", { accountId: "acc_2" }],
    ["another team", { teamId: "team_2" }],
  ])("is refused from %s", async (_title, given) => {
    expect(await refusal(finish(begun().state, given))).toMatchObject(refused);
  });

  it("is refused when it was changed or is old", async () => {
    const { state } = begun();
    const changed = `${state.slice(0, -2)}${state.endsWith("AA") ? "BB" : "AA"}`;
    expect(await refusal(finish(changed, {}))).toMatchObject(refused);
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ["Date"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    expect(await refusal(finish(state, {}))).toMatchObject(refused);
  });
});

it("is offered for services that the operator has registered Muster with", () => {
  expect(listConfiguredServices()).toEqual(["google", "microsoft", "hubspot"]);
  vi.stubEnv("MICROSOFT_CLIENT_ID", "");
  vi.stubEnv("MICROSOFT_CLIENT_SECRET", "");
  forgetEnv();
  expect(listConfiguredServices()).toEqual(["google", "hubspot"]);
  expect(() => beginAuthorization({ service: "microsoft", ...who })).toThrow(/isn't set up on this server/);
});

describe("an access token", () => {
  const token = (accessToken: string, ms: number) => ({
    accessToken,
    refreshToken: undefined,
    expiresAt: Date.now() + ms,
  });

  it("is asked for once by many at a time, and again shortly before it runs out", async () => {
    let asked = 0;
    const access = cacheToken(async () => {
      asked += 1;
      return token(`token-${asked}`, asked === 1 ? 60_001 : 3_600_000);
    });
    expect(await Promise.all([access(), access(), access()])).toEqual(["token-1", "token-1", "token-1"]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([await access(), await access()]).toEqual(["token-2", "token-2"]);
  });

  it("that is refused twice is not a parameter again and again", async () => {
    let asked = 0;
    const sent: string[] = [];
    const refusing: typeof fetch = async (_input, init) => {
      sent.push(new Headers(init?.headers).get("authorization") ?? "");
      return new Response("", { status: 401 });
    };
    const access = cacheToken(async () => {
      asked += 1;
      return token(`token-${asked}`, 3_600_000);
    });
    const answer = await withAccessToken(refusing, access)("https://service.test/");
    expect([answer.status, sent]).toEqual([401, ["Bearer token-1", "Bearer token-2"]]);
  });
});
