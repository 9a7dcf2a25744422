import { type LucideIcon, Plug, Sparkles, Zap } from "lucide-react";
import type { ConnectorId } from "@/lib/constants/connectors";
import type { ProviderId } from "@/lib/constants/providers";
import { cn } from "@/lib/utils/cn";

type Brand = ProviderId | ConnectorId | "airbyte";

/** The logos in `public/brands` are from Simple Icons 16 (CC0 1.0). Trademarks belong to their owners. */
const icons: Record<Brand, string | LucideIcon> = {
  open_ai: "openai",
  azure: "microsoftazure",
  fastembed: "qdrant",
  ollama: "ollama",
  anthropic: "anthropic",
  groq: Zap,
  google_vertex: "googlecloud",
  google_ai: "googlegemini",
  openai_compatible: Plug,
  demo: Sparkles,
  onedrive: "microsoftonedrive",
  google_drive: "googledrive",
  postgres: "postgresql",
  hubspot: "hubspot",
  bigquery: "googlebigquery",
  airtable: "airtable",
  notion: "notion",
  airbyte: "airbyte",
};

/** The logo of a provider or connector, dark on light and light on dark, or a symbol where there is no free logo. */
export function BrandIcon({ brand, className }: { brand: Brand; className?: string }) {
  const Icon = icons[brand];
  if (typeof Icon !== "string") return <Icon aria-hidden className={cn("size-4 shrink-0", className)} />;
  return (
    // biome-ignore lint/performance/noImgElement: a small SVG has nothing to optimize
    <img src={`/brands/${Icon}.svg`} alt="" className={cn("size-4 shrink-0 opacity-75 dark:invert", className)} />
  );
}
