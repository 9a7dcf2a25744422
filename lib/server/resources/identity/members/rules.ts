import type { IdentityRule } from "@/lib/constants/identity";

/** A person's claims, each as a list of texts. */
export type Claims = Record<string, string[]>;

const maxValues = 1_000;
const maxLength = 500;

const toText = (value: unknown): string[] => {
  if (typeof value === "string") return [value.slice(0, maxLength)];
  return typeof value === "number" || typeof value === "boolean" ? [String(value)] : [];
};

/** The claims with a text, a number, a boolean or a list of these. */
export const toClaims = (from: Record<string, unknown>): Claims =>
  Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => {
      const values = (Array.isArray(value) ? value.slice(0, maxValues) : [value]).flatMap(toText);
      return values.length > 0 ? [[name, values]] : [];
    }),
  );

/** The claims that rules refer to: no others are stored. */
export function pickClaims(claims: Claims, rules: readonly IdentityRule[]): Claims {
  const names = new Set(rules.map(({ claim }) => claim));
  return Object.fromEntries(Object.entries(claims).filter(([name]) => names.has(name)));
}

const matches = ({ claim, value }: IdentityRule, claims: Claims): boolean =>
  claim === null || (Object.hasOwn(claims, claim) && (claims[claim]?.includes(value) ?? false));

/** The roles that the rules assign, by team; of several for one team the first. Null: the organization. */
export function evaluateRules(
  rules: readonly IdentityRule[],
  claims: Claims,
): Map<string | null, IdentityRule["role"]> {
  const roles = new Map<string | null, IdentityRule["role"]>();
  for (const rule of rules) if (!roles.has(rule.teamId) && matches(rule, claims)) roles.set(rule.teamId, rule.role);
  return roles;
}
