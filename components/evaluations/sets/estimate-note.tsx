"use client";

import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { testsets } from "@/lib/contract/testsets/calls";
import type { RunForm } from "@/lib/contract/testsets/schemas";
import { formatCost } from "@/lib/utils/text/format-figures";
import { pluralize } from "@/lib/utils/text/pluralize";

interface EstimateProps {
  params: { resourceSlug: string; testsetId: string };
  body: RunForm;
}

/** What the run is expected to cost. */
export function EstimateNote({ params, body }: EstimateProps) {
  const { data, error } = useQuery({
    queryKey: [testsets.estimate.resource, "estimate", params, body],
    queryFn: ({ signal }) => call(testsets.estimate, { params, body, signal, quiet: true }),
  });
  return (
    <p role="status" className="rounded-control border bg-sunken px-3 py-2 text-secondary">
      {error
        ? errorMessage(error)
        : !data
          ? "Estimating cost…"
          : data.costUsd === null
            ? `${pluralize(data.attempts, "attempt")}. The cost can't be estimated: the model has no prices, or there are no similar earlier runs.`
            : `About ${formatCost(data.costUsd)} for ${pluralize(data.attempts, "attempt")}, ${
                data.basis === "earlier_attempts"
                  ? "based on earlier attempts."
                  : "based on text length, excluding tool calls."
              }`}
    </p>
  );
}
