"use client";

import { MessageSquareText } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { useMedia } from "@/hooks/page/use-media";
import { cn } from "@/lib/utils/cn";
import { PreviewPane } from "./preview-pane";
import { type PreviewedForm, usePreview } from "./use-preview";

interface WithPreviewProps<F extends FieldValues> extends PreviewedForm<F> {
  /** Why it can't be started. */
  disabledReason: string | undefined;
  /** The form. */
  children: ReactNode;
}

/** A form with its preview: docked beside it, or in a sheet on narrow screens. */
export function WithPreview<F extends FieldValues>({ children, disabledReason, ...previewed }: WithPreviewProps<F>) {
  const { desktop } = useMedia();
  const [open, setOpen] = useState(false);
  const preview = usePreview(previewed);
  const pane = (
    <PreviewPane slug={previewed.slug} form={previewed.form} preview={preview} disabledReason={disabledReason} />
  );
  // The form stays at its place in the tree: it keeps its state when the window is resized.
  return (
    <div className={cn(desktop && "grid grid-cols-[minmax(0,1fr)_minmax(20rem,28rem)] items-start gap-6")}>
      {!desktop && (
        <Button variant="outline" className="mb-4" onClick={() => setOpen(true)}>
          <MessageSquareText aria-hidden /> Preview
        </Button>
      )}
      {children}
      {desktop ? (
        <section
          aria-label="Preview"
          className="sticky top-0 h-[calc(100dvh-11rem)] overflow-hidden rounded-card border bg-surface"
        >
          {pane}
        </section>
      ) : (
        <Sheet open={open} onOpenChange={setOpen}>
          <SheetContent title="Preview" className="w-[32rem]">
            {pane}
          </SheetContent>
        </Sheet>
      )}
    </div>
  );
}
