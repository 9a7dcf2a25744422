/** Foreign key and unique violations, serialisation failure, deadlock: PostgreSQL's codes for losing to another call. */
const codes = new Set(["23503", "23505", "40001", "40P01"]);

/** True when a statement failed because another call changed or deleted what it builds on. */
export function isLostRace(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if ("code" in one && typeof one.code === "string" && codes.has(one.code)) return true;
  return false;
}
