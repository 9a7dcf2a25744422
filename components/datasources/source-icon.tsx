import { Files, Globe } from "lucide-react";
import { BrandIcon } from "@/components/shared/details/brand-icon";
import { isConnectorId } from "@/lib/constants/connectors";
import { fileSource } from "./labels";

/** The icon of a source type: files, a website, or the connector's logo. */
export function SourceIcon({ source, className }: { source: string; className: string }) {
  if (source === fileSource) return <Files aria-hidden className={className} />;
  if (source === "website") return <Globe aria-hidden className={className} />;
  return <BrandIcon brand={isConnectorId(source) ? source : "airbyte"} className={className} />;
}
