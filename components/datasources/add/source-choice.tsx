"use client";

import { FormSection } from "@/components/shared/form-section";
import { Explained } from "@/components/ui/explained";
import { useEndpoint } from "@/hooks/use-endpoint";
import { usePlan } from "@/hooks/use-plan";
import { type ConnectorId, connectorIds } from "@/lib/constants/connectors";
import { plans } from "@/lib/contract/calls/plans";
import { cn } from "@/lib/utils/cn";
import { fileSource, sourceLook } from "../words";

const connected = ["website", ...connectorIds] as const;

const helps: Record<(typeof connected)[number], string> = {
  website: "The pages of a site, by its sitemap or by its links.",
  onedrive: "Files of a OneDrive or a SharePoint library.",
  google_drive: "Files of a Google Drive.",
  postgres: "Rows of tables and views.",
  hubspot: "Contacts, companies, deals, tickets.",
  bigquery: "Rows of tables and views.",
  airtable: "Records of bases.",
  notion: "Pages and databases.",
};

interface SourceChoiceProps {
  slug: string;
  chosen: string | null;
  onChoose(source: string): void;
}

/** What a new connection is fed from. What the plan leaves out says so. */
export function SourceChoice({ slug, chosen, onChoose }: SourceChoiceProps) {
  const plan = usePlan();
  const isOutside = (id: (typeof connected)[number]): boolean =>
    plan !== undefined &&
    (!plan.limits.dataConnections || (id !== "website" && !plan.limits.connectors.includes(id as ConnectorId)));
  const some = connected.some(isOutside);
  const { data } = useEndpoint(plans.get, { params: { resourceSlug: slug }, enabled: some });
  const why = (id: (typeof connected)[number]): string | undefined =>
    isOutside(id) ? `Not in the ${plan?.title} plan. ${data?.planUse.change ?? ""}`.trim() : undefined;
  return (
    <FormSection title="Where is the knowledge?">
      <SourceCard
        source={fileSource}
        label="Upload files"
        help="PDF, Word, slides, spreadsheets, text and more, from this device."
        current={chosen === fileSource}
        onChoose={onChoose}
      />
      <h3 className="font-medium text-label text-muted">Or keep it in step with a source</h3>
      <ul className="grid gap-2 sm:grid-cols-2">
        {connected.map((id) => (
          <li key={id} className="grid">
            <SourceCard
              source={id}
              label={sourceLook(id).label}
              help={isOutside(id) ? `Not in the ${plan?.title} plan` : helps[id]}
              why={why(id)}
              current={chosen === id}
              onChoose={onChoose}
            />
          </li>
        ))}
      </ul>
      {some && data && <p className="text-muted text-secondary">{data.planUse.change}</p>}
    </FormSection>
  );
}

interface SourceCardProps {
  source: string;
  label: string;
  help: string;
  why?: string | undefined;
  current: boolean;
  onChoose(source: string): void;
}

function SourceCard({ source, label, help, why, current, onChoose }: SourceCardProps) {
  const { icon: Icon } = sourceLook(source);
  return (
    <Explained why={why}>
      <button
        type="button"
        onClick={() => onChoose(source)}
        className={cn(
          "flex items-center gap-3 rounded-card border p-3 text-left transition-colors hover:bg-hover aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
          current && "border-accent bg-accent-tint",
        )}
      >
        <Icon aria-hidden className="size-5 shrink-0 text-muted" />
        <span className="grid min-w-0 gap-0.5">
          <span className="font-medium">{label}</span>
          <span className="text-muted text-secondary">{help}</span>
        </span>
      </button>
    </Explained>
  );
}
