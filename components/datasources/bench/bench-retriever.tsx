"use client";

import Link from "next/link";
import { FormActions, FormSection } from "@/components/shared/form-section";
import { RetrieverFields } from "@/components/shared/retrieval/retriever-fields";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { tools } from "@/lib/contract/calls/tools";
import type { Datasource } from "@/lib/contract/datasources";
import type { Retriever } from "@/lib/contract/retrieval";
import { Permission } from "@/lib/permissions/bits";
import { sameJson } from "@/lib/utils/same-json";
import { finished } from "./retriever-default";

interface BenchRetrieverProps {
  slug: string;
  datasource: Datasource;
  /** The tool by which agents ask the connection; null: there is none. */
  toolId: string | null;
  saved: Retriever;
  value: Retriever;
  onChange(value: Retriever): void;
}

const fieldNamesOf = ({ discoveredSchema }: Datasource): string[] => [
  ...new Set((discoveredSchema ?? []).flatMap(({ fields }) => fields.map(({ name }) => name))),
];

/** The retriever that the bench asks with, which can then be the tool's. */
export function BenchRetriever({ slug, datasource, toolId, saved, value, onChange }: BenchRetrieverProps) {
  const { why } = usePermission();
  const save = useAction(tools.edit, { success: "Agents now look for passages this way." });
  const changed = !sameJson(saved, value);
  const keep = () =>
    toolId &&
    void save.run({
      params: { resourceSlug: slug, toolId },
      body: { definition: { datasourceId: datasource._id, retriever: finished(value) } },
    });
  return (
    <FormSection
      title="Retriever"
      description={
        toolId ? (
          <>
            {changed ? "Tried here only. Agents use the one of " : "The one of "}
            <Link href={`/${slug}/tool/${toolId}`} className="text-accent underline underline-offset-2">
              the connection's tool
            </Link>
            .
          </>
        ) : (
          "Tried here only: no tool asks this connection."
        )
      }
    >
      <RetrieverFields value={value} onChange={onChange} fieldNames={fieldNamesOf(datasource)} />
      {changed && (
        <FormActions>
          <Button variant="outline" onClick={() => onChange(saved)}>
            Undo
          </Button>
          {toolId && (
            <Explained why={why(Permission.EDIT_TOOL)}>
              <Button loading={save.pending} onClick={keep}>
                Use it
              </Button>
            </Explained>
          )}
        </FormActions>
      )}
    </FormSection>
  );
}
