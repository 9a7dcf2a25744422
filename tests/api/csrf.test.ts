import { beforeAll, describe, expect, it } from "vitest";
import { sessionCookie } from "@/lib/server/access/auth/principal";
import { ownDatabase } from "../support/database";
import { digest } from "../support/matrix/digest";
import { type Furnished, furnishTeam } from "../support/matrix/furnished-team";
import { requestsOf, type Sent, sendAs } from "../support/matrix/requests";
import { reuseTeam } from "../support/matrix/reuse-team";
import { callersFor, isTried } from "../support/matrix/sample";
import { type Account, csrfOf, newAccount, tokenOf } from "../support/people";
import { memberEndpoints } from "../support/registry";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

let team: Furnished;
let root: Account;
beforeAll(async () => {
  root = await newAccount("Root", true);
  team = await furnishTeam();
});

const own = "http://localhost:3000";
const writes = memberEndpoints.filter(([, { method, access }]) => method !== "GET" && access !== "public");
const anyones = memberEndpoints.filter(([, { method, access }]) => method !== "GET" && access === "public");
const reads = memberEndpoints.filter(([, { method }]) => method === "GET");

interface Proof {
  origin?: string;
  csrf?: string | ((token: string) => Promise<string>);
  bearer?: boolean;
}

const callerOf = ({ endpoint }: Sent) => (endpoint.access === "root" ? root : team.owner);

/** Sends it as the team's owner, or as root what is root's alone, by the cookie alone unless it is told otherwise. */
async function withProof(sent: Sent, { origin, csrf, bearer }: Proof) {
  const token = await tokenOf(callerOf(sent));
  const proof = typeof csrf === "function" ? await csrf(token) : csrf;
  const headers = {
    ...(bearer ? { authorization: `Bearer ${token}` } : { cookie: `other=1; ${sessionCookie}=${token}` }),
    ...(origin ? { origin } : {}),
    ...(proof ? { "x-csrf-token": proof } : {}),
  };
  return sendAs(sent, { headers });
}

const unproven: [string, Proof][] = [
  ["no csrf token", { origin: own }],
  ["a wrong csrf token", { origin: own, csrf: "wrong" }],
  ["another session's csrf token", { origin: own, csrf: async () => csrfOf(await tokenOf(team.owner)) }],
  ["another site's origin", { origin: "https://evil.test", csrf: csrfOf }],
  ["an origin that only begins like ours", { origin: "http://localhost:3000.evil.test", csrf: csrfOf }],
  ["no origin", { csrf: csrfOf }],
  ["a null origin", { origin: "null", csrf: csrfOf }],
];

describe.each(anyones)("%s", (_, endpoint) => {
  it.each(callersFor(endpoint, unproven))("by cookie with %s is a stranger's", async (_how, proof) => {
    const before = await digest(team);
    for (const sent of requestsOf(endpoint, team.ids))
      expect((await withProof(sent, proof)).status).toBe((await sendAs(sent)).status);
    expect(await digest(team)).toEqual(before);
  });
});

describe.each(writes)("%s", (_, endpoint) => {
  it.each(callersFor(endpoint, unproven))("by cookie with %s is refused and changes nothing", async (_how, proof) => {
    const before = await digest(team);
    for (const sent of requestsOf(endpoint, team.ids))
      for (const prefix of endpoint.visitors ? ["", "/s"] : [""]) {
        const got = await withProof({ ...sent, endpoint: { ...endpoint, path: `${prefix}${endpoint.path}` } }, proof);
        // A visit begins by its link alone, and heeds no cookie.
        const visit = prefix === "/s" && sent.body?.shareId !== undefined;
        if (visit) expect(got).toMatchObject({ status: 404, body: { code: "not_found" } });
        else expect(got).toMatchObject({ status: 403, body: { code: "forbidden" } });
        expect(got.body).not.toHaveProperty("permission");
      }
    expect(await digest(team)).toEqual(before);
  });

  it("by bearer with a wrong csrf token is refused, and with none where the call always wants one", async () => {
    const before = await digest(team);
    for (const sent of requestsOf(endpoint, team.ids)) {
      expect(await withProof(sent, { bearer: true, csrf: "wrong" })).toMatchObject({ status: 403 });
      if (endpoint.csrf) expect(await withProof(sent, { bearer: true })).toMatchObject({ status: 403 });
    }
    expect(await digest(team)).toEqual(before);
  });
});

it.each(reads)("%s is read by the cookie alone", async (_, endpoint) => {
  for (const sent of requestsOf(endpoint, team.ids))
    expect(await withProof(sent, {})).toMatchObject({ status: sent.status ?? 200 });
});

it("takes the csrf token from the body too", async () => {
  const [, endpoint] = memberEndpoints.find(([name]) => name === "sessions.edit") ?? [];
  const [sent] = endpoint ? requestsOf(endpoint, team.ids) : [];
  if (!sent) throw new Error("There is no sessions.edit any more.");
  const token = await tokenOf(team.owner);
  const headers = { cookie: `${sessionCookie}=${token}`, origin: own };
  for (const field of ["csrf", "_csrf"]) {
    const body = { ...sent.body, [field]: await csrfOf(token) };
    expect(await sendAs({ ...sent, body }, { headers })).toMatchObject({ status: 200 });
    expect(await sendAs({ ...sent, body: { ...body, [field]: "wrong" } }, { headers })).toMatchObject({ status: 403 });
  }
});

// These come last, as they change the team.
const withTeam = reuseTeam();
it.each(writes.filter(([, endpoint]) => isTried(endpoint)))(
  "%s by cookie with the session's token and our origin is heard",
  (_, endpoint) =>
    withTeam(async (changed) => {
      team = changed;
      const [sent] = requestsOf(endpoint, team.ids);
      if (!sent) return;
      const got = await withProof(sent, { origin: own, csrf: csrfOf });
      expect(got).toMatchObject({ status: sent.owner ?? sent.status ?? 200 });
    }),
);
