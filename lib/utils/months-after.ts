/** Some months after a moment, in UTC. A month that is shorter ends with its last day. */
export function monthsAfter(from: Date, months: number): Date {
  const next = new Date(from);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + months);
  const last = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(from.getUTCDate(), last));
  return next;
}
