"use client";

import Link from "next/link";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { RetrieverFields } from "@/components/shared/retrieval/retriever-fields";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import type { Datasource } from "@/lib/contract/datasources/outputs";
import type { Retriever } from "@/lib/contract/datasources/retrieval";
import { tools } from "@/lib/contract/tools/calls";
import { Permission } from "@/lib/permissions/bits";
import { sameJson } from "@/lib/utils/json/same-json";
import { omitEmptyFilters } from "./retriever-default";

interface BenchRetrieverProps {
  slug: string;
  datasource: Datasource;
  /** The tool with which agents search the connection; null: there is none. */
  toolId: string | null;
  saved: Retriever;
  value: Retriever;
  onChange(value: Retriever): void;
}

const listFieldNames = ({ discoveredSchema }: Datasource): string[] => [
  ...new Set((discoveredSchema ?? []).flatMap(({ fields }) => fields.map(({ name }) => name))),
];

/** The retriever to test with, which can be saved to the tool. */
export function BenchRetriever({ slug, datasource, toolId, saved, value, onChange }: BenchRetrieverProps) {
  const { why } = usePermission();
  const save = useAction(tools.edit, { success: "Retrieval settings saved. Agents now use them." });
  const changed = !sameJson(saved, value);
  const saveRetriever = () =>
    toolId &&
    void save.run({
      params: { resourceSlug: slug, toolId },
      body: { definition: { datasourceId: datasource._id, retriever: omitEmptyFilters(value) } },
    });
  return (
    <FormSection
      title="Retrieval settings"
      description={
        toolId ? (
          <>
            {changed ? "Test only. Agents use the settings saved in " : "Settings from "}
            <Link href={`/${slug}/tool/${toolId}`} className="text-accent underline underline-offset-2">
              the search tool
            </Link>
            .
          </>
        ) : (
          "Test only: no tool searches this data source."
        )
      }
    >
      <RetrieverFields value={value} onChange={onChange} fieldNames={listFieldNames(datasource)} />
      {changed && (
        <FormActions>
          <Button variant="outline" onClick={() => onChange(saved)}>
            Discard changes
          </Button>
          {toolId && (
            <DisabledTooltip disabledReason={why(Permission.EDIT_TOOL)}>
              <Button loading={save.pending} onClick={saveRetriever}>
                Use these settings
              </Button>
            </DisabledTooltip>
          )}
        </FormActions>
      )}
    </FormSection>
  );
}
