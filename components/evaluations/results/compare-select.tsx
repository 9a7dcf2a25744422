"use client";

import { Label } from "@/components/ui/label";
import { OptionSelect } from "@/components/ui/option-select";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { evaluations } from "@/lib/contract/evaluations/calls";
import type { Evaluation } from "@/lib/contract/evaluations/schemas";
import { formatShare } from "../labels";

interface CompareSelectProps {
  slug: string;
  evaluation: Evaluation;
  /** The ID of the other evaluation; "": none. */
  value: string;
  onChange(id: string): void;
}

/** Chooses another evaluation of the same test set. */
export function CompareSelect({ slug, evaluation: { _id, testset }, value, onChange }: CompareSelectProps) {
  const list = useEndpoint(evaluations.list, {
    params: { resourceSlug: slug },
    query: { testsetId: testset._id, limit: 100 },
  });
  const others = (list.data?.evaluations ?? []).filter((one) => one._id !== _id);
  if (others.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Label htmlFor="compare-with">Compare with</Label>
      <OptionSelect
        id="compare-with"
        size="sm"
        className="w-64 max-w-full"
        value={value}
        onChange={onChange}
        options={[
          { value: "", label: "No comparison" },
          ...others.map(({ _id: id, label, rate, dateCreated }) => ({
            value: id,
            label: `${label} · ${formatShare(rate.passRate)}`,
            help: new Date(dateCreated).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" }),
          })),
        ]}
      />
    </div>
  );
}
