"use client";

import { useState } from "react";
import { FormSection } from "@/components/shared/form/form-section";
import { Banner } from "@/components/shared/status/banner";
import { SearchInput } from "@/components/ui/search-input";
import { Skeleton } from "@/components/ui/skeleton";
import { usePlan } from "@/hooks/account/use-plan";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { airbyte } from "@/lib/contract/airbyte/calls";
import { plans } from "@/lib/contract/plans/calls";
import { fileSource } from "../labels";
import { SourceCard } from "./source-card";

const helps: Record<string, string> = {
  website: "Pages of a website, found through its sitemap or links.",
  onedrive: "Files in OneDrive or a SharePoint library.",
  google_drive: "Files in Google Drive.",
  postgres: "Rows from tables and views.",
  hubspot: "Contacts, companies, deals and tickets.",
  bigquery: "Rows from tables and views.",
  airtable: "Records from bases.",
  notion: "Pages and databases.",
};
const searchThreshold = 13;

interface SourceChoiceProps {
  slug: string;
  chosen: string | null;
  onChoose(source: string): void;
}

/** Chooses the source of a new connection. Sources outside the plan are disabled with the reason. */
export function SourceChoice({ slug, chosen, onChoose }: SourceChoiceProps) {
  const params = { resourceSlug: slug };
  const plan = usePlan();
  const [text, setText] = useState("");
  const { data, error, refetch } = useEndpoint(airbyte.connectors, { params });
  const offers = data?.connectors ?? [];
  const hasDisallowed = offers.some(({ allowed }) => !allowed);
  const { data: use } = useEndpoint(plans.get, { params, enabled: hasDisallowed });
  const outside = `Not in the ${plan?.title ?? "current"} plan.`;
  const shown = offers.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <FormSection title="Choose a source">
      <SourceCard
        source={fileSource}
        label="Upload files"
        help="PDF, Word, slides, spreadsheets, text and more, from this device."
        current={chosen === fileSource}
        onChoose={onChoose}
      />
      <h3 className="font-medium text-label text-muted">Or sync from a source</h3>
      {error && (
        <Banner tone="danger" action={{ label: "Try again", onSelect: () => void refetch() }}>
          {errorMessage(error)}
        </Banner>
      )}
      {data?.engineError && <Banner tone="warning">{data.engineError}</Banner>}
      {offers.length >= searchThreshold && <SearchInput label="Search sources" value={text} onChange={setText} />}
      {!data && !error && <Skeleton className="h-40 rounded-card" />}
      <ul aria-label="Sources" className="grid gap-2 empty:hidden sm:grid-cols-2">
        {shown.map(({ sourceDefinitionId: id, name, engine, allowed }) => (
          <li key={id} className="grid">
            <SourceCard
              source={id}
              label={name}
              help={allowed ? (helps[id] ?? (engine === "airbyte" ? "Via Airbyte." : "")) : outside}
              disabledReason={allowed ? undefined : `${outside} ${use?.planUse.change ?? ""}`.trim()}
              current={chosen === id}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
      {data && shown.length === 0 && <p className="text-muted text-secondary">No matching sources.</p>}
      {hasDisallowed && use && <p className="text-muted text-secondary">{use.planUse.change}</p>}
    </FormSection>
  );
}
