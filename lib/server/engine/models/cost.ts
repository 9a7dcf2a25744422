/** US dollars; null where a price or a count is unknown. Prices are per million tokens. */
export function computeCost(
  usage: { inputTokens: number | null; outputTokens: number | null },
  price: { inputPrice: number | null; outputPrice: number | null },
): number | null {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens === null || outputTokens === null || price.inputPrice === null || price.outputPrice === null)
    return null;
  return (inputTokens * price.inputPrice + outputTokens * price.outputPrice) / 1_000_000;
}
