import type { PublicationWay } from "@/lib/constants/publications";

/** The ways that can be turned on: those whose adapter exists. */
export const availableWays: readonly PublicationWay[] = ["openai", "mcp", "webhook", "embed"];

export const isAvailableWay = (way: PublicationWay): boolean => availableWays.includes(way);
