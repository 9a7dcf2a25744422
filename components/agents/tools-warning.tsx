"use client";

import { Banner } from "@/components/shared/status/banner";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { models } from "@/lib/contract/models/calls";

interface Props {
  slug: string;
  modelId: string;
  /** Whether the agent has tools, or delegates, which is a tool call too. */
  hasTools: boolean;
}

/** Warns when the connection test has found that the model calls no tools. */
export function ToolsWarning({ slug, modelId, hasTools }: Props) {
  const { data } = useEndpoint(models.get, {
    params: { resourceSlug: slug, modelId },
    enabled: hasTools && modelId !== "",
  });
  if (!hasTools || data?.model._id !== modelId || data.model.capabilities?.tools !== false) return null;
  return (
    <Banner tone="warning">
      {data.model.name} doesn't call tools, so this agent can't use its tools. Choose another model or remove the tools.
    </Banner>
  );
}
