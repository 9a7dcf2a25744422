import { expect, it } from "vitest";
import { accounts } from "@/lib/contract/accounts/schemas";
import { orgs } from "@/lib/contract/orgs/schemas";
import { teams } from "@/lib/contract/teams/schemas";
import { Permission } from "@/lib/permissions/bits";
import { callAs, type Reply } from "../support/client";
import { ownDatabase } from "../support/database";
import { bitsOf, isIn, rolesOf, type Scope, type Step, takes, type World } from "../support/naive-grants";
import { everyBit } from "../support/naive-permissions";
import { newAccount, newOrg, tokenOf } from "../support/people";
import { randomFrom } from "../support/random";
import { unlimited } from "../support/unlimited";

ownDatabase();
unlimited();

const sequences = Number(process.env.SEQUENCE_ROUNDS ?? 6);
const steps = 150;
const seed = Number(process.env.SEQUENCE_SEED ?? 20_260_711);
const persons = 6;

type Calls = Pick<typeof teams, "invite" | "editMember" | "removeMember" | "transfer" | "leave">;
const callsOf: Record<Scope, Calls> = { team: teams, org: orgs as unknown as Calls };

/** A call that somebody might try; an owner, who has the most to give, as often as anybody else. */
function drawn(random: () => number, world: World): Step {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const who = () => Math.floor(random() * persons);
  const scope = one(["team", "team", "org"] as const);
  const by = random() < 0.6 ? one([world.orgOwner, world.teamOwner]) : who();
  const call = one(["add", "add", "add", "edit", "edit", "role", "remove", "transfer", "leave"] as const);
  if (call === "leave") return { call, scope, by };
  if (call === "edit") return { call, scope, by, of: who(), bits: everyBit.filter(() => random() < 0.3) };
  if (call === "remove" || call === "transfer") return { call, scope, by, of: who() };
  return { call, scope, by, of: who(), role: one(Object.keys(rolesOf[scope])) };
}

interface Someone {
  accountId: string;
  email: string;
  token: string;
}

/** Makes the call as the person whom the step names; who is added accepts the invite. */
async function send(people: Someone[], slug: string, step: Step): Promise<Reply> {
  const calls = callsOf[step.scope];
  const { token } = people[step.by] as Someone;
  const to = { token, params: { resourceSlug: slug } };
  if (step.call === "leave") return callAs(calls.leave, to);
  const { accountId: memberId, email, ...of } = people[step.of] as Someone;
  if (step.call === "remove") return callAs(calls.removeMember, { ...to, body: { memberId } });
  if (step.call === "transfer") return callAs(calls.transfer, { ...to, body: { memberId } });
  if (step.call === "add") {
    const got: Reply = await callAs(calls.invite, { ...to, body: { name: "Somebody", email, role: step.role } });
    if (got.status !== 200) return got;
    const body = { token: new URL(String(got.body.link)).searchParams.get("token") };
    return callAs(accounts.verify, { token: of.token, body });
  }
  const fields = step.call === "edit" ? step.bits.map((bit) => [`permission_bit_${bit}`, "on"]) : [["role", step.role]];
  const params = { resourceSlug: slug, memberId };
  return callAs(calls.editMember, { token, params, body: Object.fromEntries(fields) });
}

/** What everybody may do now; null for who is not in the team and does not manage it. */
const heldBy = (people: Someone[], slug: string) =>
  Promise.all(
    people.map(async ({ token }) => {
      const { status, body }: Reply = await callAs(accounts.get, { token, query: { resourceSlug: slug } });
      return status === 200 ? (body.account as { permissions: number[] }).permissions : null;
    }),
  );

it.concurrent.each(Array.from({ length: sequences }, (_, i) => seed + i))(
  "a random sequence of grants leaves everybody what the rules say (SEQUENCE_SEED=%i)",
  { timeout: 120_000 },
  async (own) => {
    const random = randomFrom(own);
    const made = await Promise.all(Array.from({ length: persons }, (_, i) => newAccount(`Person ${i}`)));
    const people = await Promise.all(made.map(async (one) => ({ ...one, token: await tokenOf(one) })));
    const [first] = made;
    if (!first) throw new Error("There is nobody.");
    const { slug } = await newOrg(first, "Org", "Team");
    const nobody = () => ({ org: null, team: null });
    const world: World = {
      people: [{ org: [], team: [] }, ...people.slice(1).map(nobody)],
      orgOwner: 0,
      teamOwner: 0,
    };
    const log: Step[] = [];
    let allowed = 0;
    for (let i = 0; i < steps; i += 1) {
      const step = drawn(random, world);
      log.push(step);
      const expected = takes(world, step);
      const got = await send(people, slug, step);
      const about = { log: JSON.stringify(log), answer: got.body };
      expect({ ...about, status: got.status < 500, allowed: got.status === 200 }).toEqual({
        ...about,
        status: true,
        allowed: expected,
      });
      // An admin of the organization manages its teams without being in them.
      const reaches = (who: number) => isIn(world, who) || bitsOf(world, who).includes(Permission.ORG_ADMIN);
      const held = people.map((_, who) => (reaches(who) ? bitsOf(world, who) : null));
      expect({ ...about, held: await heldBy(people, slug) }).toEqual({ ...about, held });
      if (expected) allowed += 1;
    }
    // Not all refused, nor all let through.
    expect([allowed > steps / 10, allowed < steps]).toEqual([true, true]);
  },
);
