"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { ApiError } from "@/lib/api/api-error";
import { bottomBar } from "@/lib/utils/browser/bottom-bar";
import { Banner } from "../status/banner";
import { LimitNote } from "../status/limit-note";
import { FormActions } from "./form-section";

interface FormFooterProps {
  /** Path of the Cancel link, or what the button does. */
  cancel: string | (() => void);
  submit: string;
  pending: boolean;
  /** Why it cannot be submitted; disables the button. */
  disabledReason?: string | undefined;
  /** Error of the save; shows version conflicts and exceeded plan limits. */
  error?: Error | null;
  /** Reloads the form with the stored values. */
  onReload?: (() => void) | undefined;
  /** Above the buttons, always in view. */
  notice?: ReactNode;
  /** At the left of the buttons. */
  children?: ReactNode;
}

export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === "conflict";

/** The footer of a form; sticky while the form is longer than the screen. */
export function FormFooter({
  cancel,
  submit,
  pending,
  disabledReason,
  error,
  onReload,
  notice,
  children,
}: FormFooterProps) {
  return (
    <div
      ref={bottomBar}
      className="sticky -bottom-4 z-10 -mx-4 -mb-4 grid gap-3 border-t bg-canvas px-4 py-3 md:-bottom-6 md:mx-0 md:-mb-6 md:px-0"
    >
      {isConflict(error) && onReload && (
        <Banner tone="danger" action={{ label: "Reload", onSelect: onReload }}>
          {error?.message} Reloading shows their version and discards your changes.
        </Banner>
      )}
      <LimitNote error={error ?? null} />
      {notice}
      {disabledReason && <p className="text-muted text-secondary">{disabledReason}</p>}
      <FormActions>
        {children}
        {typeof cancel === "string" ? (
          <Button variant="outline" asChild>
            <Link href={cancel}>Cancel</Link>
          </Button>
        ) : (
          <Button variant="outline" onClick={cancel}>
            Cancel
          </Button>
        )}
        <DisabledTooltip disabledReason={disabledReason}>
          <Button type="submit" loading={pending}>
            {submit}
          </Button>
        </DisabledTooltip>
      </FormActions>
    </div>
  );
}
