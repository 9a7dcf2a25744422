"use client";

import { PlugZap } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Banner } from "./banner";

/** The result of a connection test. */
export interface CheckResult {
  ok: boolean;
  message: string;
}

interface ButtonProps {
  /** Why the test is disabled. */
  reason: string | undefined;
  pending: boolean;
  onClick(): void;
}

export function CheckButton({ reason, pending, onClick }: ButtonProps) {
  return (
    <DisabledTooltip disabledReason={reason}>
      <Button
        variant="outline"
        className="mr-auto max-sm:px-3"
        aria-label="Test connection"
        loading={pending}
        onClick={onClick}
      >
        <PlugZap aria-hidden />
        <span>
          Test<span className="max-sm:hidden"> connection</span>
        </span>
      </Button>
    </DisabledTooltip>
  );
}

export function CheckBanner({ result, onForce }: { result: CheckResult; onForce?: (() => void) | undefined }) {
  return (
    <Banner
      tone={result.ok ? "success" : "danger"}
      action={onForce && { label: "Save anyway", onSelect: onForce }}
      className="break-words"
    >
      {result.message}
    </Banner>
  );
}
