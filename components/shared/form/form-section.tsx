import { type ReactNode, useId } from "react";
import { bottomBar } from "@/lib/utils/browser/bottom-bar";
import { cn } from "@/lib/utils/cn";

interface FormSectionProps {
  title: ReactNode;
  description?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A group of fields with a heading. */
export function FormSection({ title, description, className, children }: FormSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn("grid grid-cols-1 gap-4 rounded-card border bg-surface p-4", className)}
    >
      <div className="grid gap-0.5">
        <h2 id={id} className="font-semibold text-section">
          {title}
        </h2>
        {description && <p className="max-w-reading text-muted text-secondary">{description}</p>}
      </div>
      {children}
    </section>
  );
}

/** The last row of a form: the submit button rightmost. */
export function FormActions({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div ref={bottomBar} className={cn("flex flex-wrap items-center justify-end gap-2", className)}>
      {children}
    </div>
  );
}
