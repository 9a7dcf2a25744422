import { naiveBits, orgScope, teamScope } from "./naive-permissions";

/** The members of a team and its organization as a second model, written from the sentences of the rules alone. */
export interface World {
  /** Stored bits; null: no membership. */
  people: { org: number[] | null; team: number[] | null }[];
  orgOwner: number;
  teamOwner: number;
}

export type Scope = "org" | "team";

/** One call by `by`, about `of`. */
export type Step =
  | { call: "add"; scope: Scope; by: number; of: number; role: string }
  | { call: "role"; scope: Scope; by: number; of: number; role: string }
  | { call: "edit"; scope: Scope; by: number; of: number; bits: number[] }
  | { call: "remove"; scope: Scope; by: number; of: number }
  | { call: "transfer"; scope: Scope; by: number; of: number }
  | { call: "leave"; scope: Scope; by: number };

const member = [70, 75, 100, 105, 110, 145, 150, 155, 160, 165, 170, 175, 180, 181, 185, 195, 200, 205, 210, 215];
export const rolesOf: Record<Scope, Record<string, number[]>> = {
  team: { "Team Member": member, "Team Admin": [39] },
  org: { "Org Member": [], "Org Admin": [24] },
};

const ownersOf = ({ orgOwner, teamOwner }: World) => ({ org: [orgOwner], team: [orgOwner, teamOwner] });
const storedOf = (world: World, who: number, scope: Scope) => world.people[who]?.[scope] ?? null;
export const isIn = (world: World, who: number): boolean =>
  storedOf(world, who, "team") !== null || ownersOf(world).team.includes(who);

export const bitsOf = (world: World, who: number): number[] =>
  naiveBits({
    root: false,
    orgOwner: world.orgOwner === who,
    teamOwner: world.teamOwner === who,
    orgBits: storedOf(world, who, "org") ?? [],
    teamBits: storedOf(world, who, "team") ?? [],
  });

const hasOnly = (scope: Scope, bits: number[]): string => {
  const nothing = { root: false, orgOwner: false, teamOwner: false, orgBits: [], teamBits: [] };
  return naiveBits({ ...nothing, [scope === "org" ? "orgBits" : "teamBits"]: bits }).join();
};

const needed = {
  add: { team: 55, org: 51 },
  edit: { team: 60, org: 52 },
  role: { team: 60, org: 52 },
  remove: { team: 65, org: 53 },
  transfer: { team: 15, org: 10 },
};

/** Whether the call is allowed; if it is, the world is as it leaves it. */
export function takes(world: World, step: Step): boolean {
  const { call, scope, by } = step;
  const held = bitsOf(world, by);
  const manages = scope === "org" || call === "add" || call === "edit" || call === "role" || call === "remove";
  // An admin of the organization manages it and its teams without being in them, and does nothing else in those.
  if (!isIn(world, by) && !(manages && held.includes(24))) return false;
  if (call === "leave") return goes(world, scope, by);
  if (!held.includes(needed[call][scope])) return false;
  const { of } = step;
  const stored = storedOf(world, of, scope);
  // An admin of the organization holds, to hand on, what the two roles of a team contain.
  const hands = (bit: number) =>
    held.includes(bit) || (bit === 39 && held.includes(15)) || (held.includes(24) && [39, ...member].includes(bit));
  if (call === "add") {
    const bits = rolesOf[scope][step.role] ?? [];
    if (stored !== null || !bits.every(hands)) return false;
    put(world, of, scope, bits);
    if (scope === "team" && storedOf(world, of, "org") === null) put(world, of, "org", []);
    return true;
  }
  if (stored === null) return false;
  if (call === "transfer") return becomesOwner(world, scope, of);
  // Nobody does it to themselves, and others not to an owner.
  if (of === by || ownersOf(world)[scope].includes(of)) return false;
  if (call === "remove") return goes(world, scope, of);
  const wanted = call === "edit" ? step.bits : (rolesOf[scope][step.role] ?? []);
  if (call === "role" && !wanted.every((bit) => stored.includes(bit) || hands(bit))) return false;
  // What the editor does not hold stays as it was.
  const all = scope === "org" ? orgScope : teamScope;
  const next = all.filter((bit) => (hands(bit) ? wanted.includes(bit) : stored.includes(bit)));
  if (call === "role" && hasOnly(scope, next) !== hasOnly(scope, wanted)) return false;
  put(world, of, scope, next);
  return true;
}

function put(world: World, who: number, scope: Scope, bits: number[] | null): void {
  const person = world.people[who];
  if (person) person[scope] = bits;
}

/** Whoever owns it, or a team of it, hands it over first; the organization's owner is in all of its teams. */
function goes(world: World, scope: Scope, who: number): boolean {
  if (storedOf(world, who, scope) === null || ownersOf(world).team.includes(who)) return false;
  put(world, who, "team", null);
  if (scope === "org") put(world, who, "org", null);
  return true;
}

function becomesOwner(world: World, scope: Scope, who: number): boolean {
  const key = scope === "org" ? "orgOwner" : "teamOwner";
  const before = world[key];
  if (before === who) return false;
  world[key] = who;
  put(world, before, scope, scope === "org" ? [24] : [39]);
  return true;
}
