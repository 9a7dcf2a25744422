"use client";

import { Banner } from "@/components/shared/status/banner";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { models } from "@/lib/contract/models/calls";

interface Props {
  slug: string;
  modelId: string;
  hasTools: boolean;
  /** To delegate is a tool call, too. */
  delegates: boolean;
}

/** Warns when the connection test has found that the model calls no tools. */
export function ToolsWarning({ slug, modelId, hasTools, delegates }: Props) {
  const needsTools = hasTools || delegates;
  const { data } = useEndpoint(models.get, {
    params: { resourceSlug: slug, modelId },
    enabled: needsTools && modelId !== "",
  });
  if (!needsTools || data?.model._id !== modelId || data.model.capabilities?.tools !== false) return null;
  return (
    <Banner tone="warning">
      {data.model.name} doesn't support tool calls, so this agent can't {hasTools ? "use its tools" : "delegate"}.
      Choose another model or {hasTools ? "remove the tools" : "turn off delegation"}.
    </Banner>
  );
}
