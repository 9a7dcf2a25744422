import { type FlowEdge, type FlowNode, push } from "./flow.ts";
import { itemWay } from "./iterations.ts";

/** The ways out of branches on which a node runs, and the iterations that it is in, the outermost first. Empty: it always runs. */
export type Place = readonly { branch: string; ways: readonly string[] }[];

/** More different conditions of one node, or branches within one another, aren't expressed. */
const maxPlaces = 12;

/** Whether a node at `inner` only runs when one at `outer` does. */
const implies = (inner: Place, outer: Place): boolean =>
  outer.every(({ branch, ways }, i) => {
    const own = inner[i];
    return own?.branch === branch && own.ways.every((way) => ways.includes(way));
  });

/** The place of what runs at either place, if it is one. */
function join(one: Place, other: Place, countWays: (branch: string) => number): Place | undefined {
  if (implies(one, other)) return other;
  if (implies(other, one)) return one;
  const [last, otherLast] = [one.at(-1), other.at(-1)];
  const [outer, otherOuter] = [one.slice(0, -1), other.slice(0, -1)];
  const isSame = one.length === other.length && implies(outer, otherOuter) && implies(otherOuter, outer);
  if (!last || !otherLast || !isSame || last.branch !== otherLast.branch) return undefined;
  const ways = [...new Set([...last.ways, ...otherLast.ways])];
  return ways.length >= countWays(last.branch) ? outer : [...outer, { branch: last.branch, ways }];
}

/** Two places that are one, by their positions. */
function findPair(places: readonly Place[], countWays: (branch: string) => number) {
  for (const [i, one] of places.entries())
    for (const [j, other] of places.entries()) {
      const joined = i < j ? join(one, other, countWays) : undefined;
      if (joined) return { i, j, joined };
    }
  return undefined;
}

/** Those places at which what runs at the others does as well. */
const findInnermost = (places: readonly Place[]): Place[] =>
  places.filter((one) => places.every((other) => !implies(other, one) || implies(one, other)));

function joinAll(
  all: readonly Place[],
  countWays: (branch: string) => number,
  choose: (places: Place[]) => Place[],
): Place | undefined {
  const different = [...new Map(all.map((place) => [JSON.stringify(place), place])).values()];
  if (different.length > maxPlaces) return undefined;
  let places = choose(different);
  for (let pair = findPair(places, countWays); pair; pair = findPair(places, countWays)) {
    places[pair.i] = pair.joined;
    places.splice(pair.j, 1);
    places = choose(places);
  }
  return places.length === 1 ? places[0] : undefined;
}

/**
 * Where each node runs, by its id; undefined: under conditions that no place expresses. `order` has each node after those that
 * lead to it. A node runs if one of those that lead to it does, or `whenAll` do, besides those on other ways out of a branch.
 */
export function findPlaces(
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  order: readonly string[],
  whenAll = false,
): Map<string, Place | undefined> {
  const ways = new Map(nodes.map((node) => [node.id, node.ways ?? 1]));
  const countWays = (id: string): number => ways.get(id) ?? 1;
  const before = new Map<string, FlowEdge[]>();
  for (const edge of edges) push(before, edge.to, edge);
  const places = new Map<string, Place | undefined>();
  for (const id of order) {
    const sources = (before.get(id) ?? []).filter(({ from }) => places.has(from));
    const found = sources.map(({ from, way }): Place | undefined => {
      const place = places.get(from);
      if (!place || (countWays(from) < 2 && way !== itemWay)) return place;
      return place.length < maxPlaces ? [...place, { branch: from, ways: [way] }] : undefined;
    });
    const known = found.flatMap((place) => (place ? [place] : []));
    const joined = sources.length === 0 ? [] : joinAll(known, countWays, whenAll ? findInnermost : (all) => all);
    const isKnown = known.length === found.length || (!whenAll && joined?.length === 0);
    places.set(id, isKnown ? joined : undefined);
  }
  return places;
}
