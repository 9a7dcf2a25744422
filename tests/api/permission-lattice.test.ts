import { beforeAll, describe, expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { Permission } from "@/lib/permissions/bits";
import { ownDatabase } from "../support/database";
import { refusalOf } from "../support/matrix/callers";
import { unknownIds } from "../support/matrix/foreign-ids";
import { type Furnished, furnishTeam, type Ids } from "../support/matrix/furnished-team";
import { type Got, requestsOf, type Sent, sendAs } from "../support/matrix/requests";
import { everyBit, naiveBits } from "../support/naive-permissions";
import { type Account, newAccount, newTeam, type Standing, stand, tokenOf } from "../support/people";
import { randomFrom } from "../support/random";
import { endpoints } from "../support/registry";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const rounds = Number(process.env.LATTICE_ROUNDS ?? 40);
const seed = Number(process.env.LATTICE_SEED ?? 20_260_702);

let team: Furnished;
beforeAll(async () => {
  team = await furnishTeam();
});

interface Guarded {
  bit: number;
  sent: Sent;
}

const emptyOf = ({ method }: ShapedEndpoint) => (method === "GET" ? undefined : {});

/** What each guarded call is sent to learn only whether the bit is asked for: whatever gets past it is refused later. */
function guarded(ids: Ids): Guarded[] {
  return endpoints.flatMap((endpoint: ShapedEndpoint) =>
    requestsOf(endpoint, ids).flatMap((sent) => {
      const bit = sent.needs ?? endpoint.permission;
      const bare = endpoint.permission !== undefined && endpoint.method !== "GET";
      return bit === undefined || sent.ofItem
        ? []
        : [{ bit, sent: bare ? { ...sent, body: emptyOf(endpoint), form: undefined } : sent }];
    }),
  );
}

const full = (standing: Standing) => ({
  root: standing.root ?? false,
  orgOwner: standing.orgOwner ?? false,
  teamOwner: standing.teamOwner ?? false,
  orgBits: standing.orgBits ?? [],
  teamBits: standing.teamBits ?? [],
});

const passed = ({ status, body }: Got): boolean =>
  status !== 401 && status !== 403 && body.error !== "This team doesn't exist or is no longer available.";

async function expectLattice(place: Furnished, account: Account, standing: Standing): Promise<void> {
  await stand(account, place, standing);
  const held = naiveBits(full(standing));
  const token = await tokenOf(account);
  const view = await sendAs({ endpoint: accounts.get, params: {}, query: { resourceSlug: place.slug } }, { token });
  expect({ standing, bits: (view.body.account as { permissions: number[] }).permissions }).toEqual({
    standing,
    bits: held,
  });
  const ids = { ...unknownIds(place.ids), resourceSlug: place.slug };
  for (const { bit, sent } of guarded(ids)) {
    const got = await sendAs(sent, { token });
    const about = { standing, call: sent.endpoint.name };
    // tests/api/resources.test.ts has what is missing then.
    if (held.includes(bit) && sent.makes?.some((one) => !held.includes(one))) continue;
    if (held.includes(bit)) expect({ ...about, passed: passed(got), got }).toMatchObject({ ...about, passed: true });
    else
      expect({ ...about, status: got.status, body: got.body }).toEqual({ ...about, status: 403, body: refusalOf(bit) });
  }
}

describe("every call with a bit", () => {
  it.each<[string, Standing]>([
    ["nothing at all", {}],
    ["root", { root: true }],
    ["the organisation", { orgOwner: true }],
    ["the team", { teamOwner: true }],
    ["the team, with a stored bit for deleting apps", { teamOwner: true, teamBits: [Permission.DELETE_APP] }],
  ])("for someone who has %s", async (_, standing) => {
    await expectLattice(await furnishTeam(), await newAccount(), standing);
  });

  it.each(everyBit)("for someone with the stored bit %i, in either place", async (bit) => {
    const account = await newAccount();
    await expectLattice(team, account, { teamBits: [bit] });
    await expectLattice(team, account, { orgBits: [bit] });
  });

  it(`for random standings (LATTICE_SEED=${seed})`, { timeout: 30_000 + rounds * 2_000 }, async () => {
    const random = randomFrom(seed);
    const account = await newAccount();
    for (let round = 0; round < rounds; round += 1) {
      const some = () => everyBit.filter(() => random() < 0.25);
      await expectLattice(team, account, { root: random() < 0.1, orgBits: some(), teamBits: some() });
    }
  });

  it("counts bits of another team of the organisation for nothing", async () => {
    const sibling = await newTeam(await newAccount(), team.orgId, "Sibling");
    const account = await newAccount();
    await stand(account, sibling, { teamBits: everyBit });
    await expectLattice(team, account, { teamBits: [Permission.EDIT_AGENT] });
  });
});
