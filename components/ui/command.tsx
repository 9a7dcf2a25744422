"use client";

import { Command as Primitive } from "cmdk";
import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "@/lib/utils/cn";
import { Dialog, DialogContent } from "./dialog";
import { menuItem } from "./styles";

export function Command({ className, ...props }: ComponentProps<typeof Primitive>) {
  return <Primitive className={cn("flex min-h-0 flex-col overflow-hidden", className)} {...props} />;
}

interface CommandDialogProps extends ComponentProps<typeof Primitive> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** For screen readers. */
  label: string;
}

/** A palette over the page. */
export function CommandDialog({ open, onOpenChange, label, ...props }: CommandDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={label} hideHeader className="mb-auto max-w-form gap-0 overflow-hidden p-0 md:mt-24">
        <Command label={label} loop {...props} />
      </DialogContent>
    </Dialog>
  );
}

export function CommandInput({ className, ...props }: ComponentProps<typeof Primitive.Input>) {
  return (
    <div className="flex items-center gap-2 border-b px-3">
      <Search aria-hidden className="size-4 shrink-0 text-faint" />
      <Primitive.Input
        className={cn(
          "h-10 w-full bg-transparent text-body outline-none placeholder:text-faint pointer-coarse:text-section",
          className,
        )}
        {...props}
      />
    </div>
  );
}

export function CommandList({ className, ...props }: ComponentProps<typeof Primitive.List>) {
  return (
    <Primitive.List
      className={cn("max-h-80 scroll-py-1 overflow-y-auto p-1 not-has-[[cmdk-item]]:p-0", className)}
      {...props}
    />
  );
}

/** Rendered outside the list, as a listbox may only contain options. */
export function CommandEmpty({ className, ...props }: ComponentProps<typeof Primitive.Empty>) {
  return <Primitive.Empty className={cn("px-2 py-6 text-center text-body text-muted", className)} {...props} />;
}

export function CommandGroup({ className, ...props }: ComponentProps<typeof Primitive.Group>) {
  return (
    <Primitive.Group
      className={cn(
        "[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-label",
        className,
      )}
      {...props}
    />
  );
}

export function CommandItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return <Primitive.Item className={cn(menuItem, "data-[selected=true]:bg-hover", className)} {...props} />;
}
