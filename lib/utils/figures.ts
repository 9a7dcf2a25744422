const counts = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `1.2K`. */
export const formatCount = (count: number): string => counts.format(count);

/** US dollars; null is a price that nobody has given. */
export function formatCost(usd: number | null): string {
  if (usd === null) return "cost unknown";
  if (usd === 0) return "$0";
  return usd < 0.01 ? "< $0.01" : `$${usd.toFixed(2)}`;
}

export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
