/** A second model of the permissions, written from the sentences of their definition with none of the module's tables. */

export const orgScope = [24, 30, 35, 40, 45, 50, 51, 52, 53];
export const teamMembers = [55, 60, 65];
/** What a team has, but for deleting apps. */
export const resources = [
  70, 75, 85, 90, 95, 100, 105, 110, 115, 120, 125, 145, 150, 155, 160, 165, 170, 175, 180, 181, 185, 195, 200, 205,
  210, 215,
];
export const teamScope = [39, ...teamMembers, ...resources];
export const everyBit = [0, 10, 15, 25, 80, ...orgScope, ...teamScope].sort((a, b) => a - b);

interface Standing {
  root: boolean;
  orgOwner: boolean;
  teamOwner: boolean;
  orgBits: readonly number[];
  teamBits: readonly number[];
}

/** Every bit that someone holds in a team: one `if` a sentence. */
export function naiveBits(s: Standing): number[] {
  if (s.root) return everyBit;
  const bits = new Set([25]);
  const add = (list: number[]) => list.forEach((bit) => void bits.add(bit));
  add(orgScope.filter((bit) => s.orgBits.includes(bit)));
  add(teamScope.filter((bit) => s.teamBits.includes(bit)));
  if (s.orgOwner) add([10, 24, 15, 30, 35, 80]);
  if (s.teamOwner) add([15]);
  if (bits.has(24)) add([40, 45, 50, 51, 52, 53, 55, 60, 65]);
  if (bits.has(15)) add([...teamMembers, ...resources]);
  if (bits.has(39)) add([...teamMembers, ...resources]);
  return [...bits].sort((a, b) => a - b);
}
