"use client";

import Link from "next/link";
import { Banner } from "@/components/shared/status/banner";
import type { EndingModel } from "@/lib/contract/providers/schemas";
import { useOfferedModels } from "./use-offered-models";

const list = new Intl.ListFormat("en");

/** `2026-06-01` as "June 1, 2026". */
export const formatDay = (day: string): string =>
  new Date(day).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });

const describeEnd = ({ endOfLife }: EndingModel): string =>
  Date.parse(endOfLife) > Date.now()
    ? `will be retired on ${formatDay(endOfLife)}`
    : `was retired on ${formatDay(endOfLife)}`;

interface Props {
  slug: string;
  providerId: string | undefined;
  /** Only this model. */
  modelId?: string;
}

/** The team's models that the provider retires, with the agents that use them. */
export function EndingModels({ slug, providerId, modelId }: Props) {
  const { data } = useOfferedModels(slug, providerId);
  const ending = data?.ending.filter(({ _id }) => modelId === undefined || _id === modelId) ?? [];
  return ending.map((model) => (
    <Banner key={model._id} tone="warning">
      <Link href={`/${slug}/model/${model._id}`} dir="auto" className="font-medium underline">
        {model.name}
      </Link>{" "}
      {describeEnd(model)}.{model.agents.length > 0 ? " Choose another model for " : " No agent uses it."}
      {list.formatToParts(model.agents.map(({ name }) => name)).map(({ type, value }, i) => {
        // The elements are every other part, because the rest are separators between them.
        const agent = type === "element" ? model.agents[i / 2] : undefined;
        return agent ? (
          <Link key={agent._id} href={`/${slug}/agent/${agent._id}`} dir="auto" className="text-accent underline">
            {value}
          </Link>
        ) : (
          value
        );
      })}
      {model.agents.length > 0 && "."}
    </Banner>
  ));
}
