"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { useAction } from "@/hooks/api/use-action";
import { evaluations } from "@/lib/contract/evaluations/calls";
import type { Attempt } from "@/lib/contract/evaluations/results";

interface LabelButtonsProps {
  params: { resourceSlug: string; evaluationId: string };
  attempt: Attempt;
  disabledReason: string | undefined;
}

/** Labels an answer as correct or incorrect, which measures the judge. The same button removes the label. */
export function LabelButtons({ params, attempt: { _id, number, correct }, disabledReason }: LabelButtonsProps) {
  const label = useAction(evaluations.label, { invalidate: ["testsets"] });
  const options = [
    { value: true, text: "Correct", icon: ThumbsUp },
    { value: false, text: "Incorrect", icon: ThumbsDown },
  ];
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Is the answer from attempt {number} correct?</legend>
      {options.map(({ value, text, icon: Icon }) => (
        <DisabledTooltip key={text} disabledReason={disabledReason}>
          <Button
            size="sm"
            variant={correct === value ? "secondary" : "ghost"}
            aria-pressed={correct === value}
            onClick={() =>
              void label.run({ params, body: { attemptId: _id, correct: correct === value ? null : value } })
            }
          >
            <Icon aria-hidden /> {text}
          </Button>
        </DisabledTooltip>
      ))}
    </fieldset>
  );
}
