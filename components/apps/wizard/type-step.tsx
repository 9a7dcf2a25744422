"use client";

import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { FormActions, FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { usePermission } from "@/hooks/account/use-permission";
import { Permission } from "@/lib/permissions/bits";
import type { AppValues } from "../form/app-form";

interface TypeStepProps {
  slug: string;
  type: AppValues["type"];
  disabled: boolean;
  onChange(type: "chat" | "process"): void;
  onContinue(): void;
}

/** A blank chat, a blank process, or a template. */
export function TypeStep({ slug, type, disabled, onChange, onContinue }: TypeStepProps) {
  const { why } = usePermission();
  const missingPermission = why(Permission.CREATE_APP);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onContinue();
      }}
    >
      <FormSection title="Choose an app type">
        <RadioGroup
          aria-label="Type"
          value={type}
          disabled={disabled}
          onChange={(kind) => onChange(kind === "process" ? "process" : "chat")}
        >
          <RadioItem card autoFocus value="chat" label="Blank chat" help="A session with one agent." />
          <RadioItem
            card
            value="process"
            label="Blank process"
            help="A multi-step workflow: agents complete tasks in sequence or in parallel."
          />
        </RadioGroup>
        <Link
          href={`/${slug}/app/templates`}
          className="-mt-2 flex items-start gap-2.5 rounded-card border p-3 transition-colors hover:bg-hover"
        >
          <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
          <span className="grid gap-0.5">
            <span>Template</span>
            <span className="text-muted text-secondary">A complete app to customize, such as a support chat.</span>
          </span>
        </Link>
        {missingPermission && <p className="text-muted text-secondary">{missingPermission}</p>}
        <FormActions>
          <DisabledTooltip disabledReason={missingPermission}>
            <Button type="submit">Continue</Button>
          </DisabledTooltip>
        </FormActions>
      </FormSection>
    </form>
  );
}
