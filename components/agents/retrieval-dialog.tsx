"use client";

import Link from "next/link";
import { useState } from "react";
import { RetrieverFields } from "@/components/shared/retrieval/retriever-fields";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { tools } from "@/lib/contract/tools/calls";
import type { Tool } from "@/lib/contract/tools/outputs";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";

interface RetrievalDialogProps {
  slug: string;
  toolId: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The retrieval settings of an agent's data source. They belong to the search tool, so they apply to all of its agents. */
export function RetrievalDialog({ slug, toolId, open, onOpenChange }: RetrievalDialogProps) {
  const { data, error } = useEndpoint(tools.get, { params: { resourceSlug: slug, toolId }, enabled: open });
  const tool = data?.tool;
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent width="wide" title="Retrieval settings" description="How passages are found and selected.">
        {error && <Banner tone="danger">{errorMessage(error)}</Banner>}
        {!tool && !error && <Skeleton className="h-64" />}
        {tool?.type === "rag" && (
          <Settings key={tool.version} slug={slug} tool={tool} onDone={() => onOpenChange(false)} />
        )}
      </DialogContent>
    </Dialog>
  );
}

interface SettingsProps {
  slug: string;
  tool: Extract<Tool, { type: "rag" }>;
  onDone(): void;
}

function Settings({ slug, tool, onDone }: SettingsProps) {
  const { why } = usePermission();
  const { definition, version, usedBy, datasourceId } = tool;
  const [retriever, setRetriever] = useState(definition.retriever);
  const edit = useAction(tools.edit, {
    success: "Retrieval settings saved.",
    invalidate: ["agents", "datasources"],
    navigate: false,
    onSuccess: onDone,
  });
  const save = () =>
    void edit.run({
      params: { resourceSlug: slug, toolId: tool._id },
      body: { definition: { ...definition, retriever }, version },
    });
  return (
    <div className="grid gap-4">
      {usedBy > 1 && (
        <Banner>
          These settings also apply to {pluralize(usedBy - 1, "other agent or task", "other agents and tasks")}.
        </Banner>
      )}
      <RetrieverFields value={retriever} onChange={setRetriever} />
      <p className="text-muted text-secondary">
        Try questions in{" "}
        <Link
          href={`/${slug}/datasource/${datasourceId}?tab=bench`}
          target="_blank"
          className="text-accent underline underline-offset-2"
        >
          the data source's test bench
        </Link>
        .
      </p>
      <DialogFooter onCancel={onDone}>
        <DisabledTooltip disabledReason={why(Permission.EDIT_TOOL)}>
          <Button changes loading={edit.pending} onClick={save}>
            Save
          </Button>
        </DisabledTooltip>
      </DialogFooter>
    </div>
  );
}
