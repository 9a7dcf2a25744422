"use client";

import { useRouter } from "next/navigation";
import { Banner } from "@/components/shared/status/banner";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";
import { models } from "@/lib/contract/models/calls";

/** How to get real answers from the sample, as long as its agent uses the offline demo model. */
export function SampleBanner({ slug, agentId }: { slug: string; agentId: string }) {
  const router = useRouter();
  const { data } = useEndpoint(agents.get, { params: { resourceSlug: slug, agentId } });
  const modelId = data?.agent.modelId ?? "";
  const found = useEndpoint(models.get, { params: { resourceSlug: slug, modelId }, enabled: modelId !== "" }).data;
  if (found?.model.type !== "demo") return null;
  return (
    <Banner action={{ label: "Connect your own model", onSelect: () => router.push(`/${slug}/model/add`) }}>
      The sample starts with the offline demo model. For real answers, connect your own model and select it in the
      agent.
    </Banner>
  );
}
