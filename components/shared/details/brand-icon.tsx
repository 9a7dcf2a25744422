import { type LucideIcon, Sparkles, Zap } from "lucide-react";
import type { ConnectorId } from "@/lib/constants/connectors";
import type { ProviderId } from "@/lib/constants/providers";
import { cn } from "@/lib/utils/cn";

type Brand = ProviderId | ConnectorId | "airbyte";

/** The logos in `public/brands` are from Simple Icons 16 (CC0 1.0). Trademarks belong to their owners. */
const icons: Record<Brand, string | LucideIcon> = {
  open_ai: "mask-[url(/brands/openai.svg)]",
  azure: "mask-[url(/brands/microsoftazure.svg)]",
  fastembed: "mask-[url(/brands/qdrant.svg)]",
  ollama: "mask-[url(/brands/ollama.svg)]",
  anthropic: "mask-[url(/brands/anthropic.svg)]",
  groq: Zap,
  google_vertex: "mask-[url(/brands/googlecloud.svg)]",
  google_ai: "mask-[url(/brands/googlegemini.svg)]",
  demo: Sparkles,
  onedrive: "mask-[url(/brands/microsoftonedrive.svg)]",
  google_drive: "mask-[url(/brands/googledrive.svg)]",
  postgres: "mask-[url(/brands/postgresql.svg)]",
  hubspot: "mask-[url(/brands/hubspot.svg)]",
  bigquery: "mask-[url(/brands/googlebigquery.svg)]",
  airtable: "mask-[url(/brands/airtable.svg)]",
  notion: "mask-[url(/brands/notion.svg)]",
  airbyte: "mask-[url(/brands/airbyte.svg)]",
};

/** The logo of a provider or connector in the color of the text, or a symbol where there is no free logo. */
export function BrandIcon({ brand, className }: { brand: Brand; className?: string }) {
  const Icon = icons[brand];
  if (typeof Icon !== "string") return <Icon aria-hidden className={cn("size-4 shrink-0", className)} />;
  const logo = "inline-block size-4 shrink-0 bg-current mask-contain mask-center mask-no-repeat";
  return <span aria-hidden className={cn(logo, Icon, className)} />;
}
