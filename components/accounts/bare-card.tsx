import type { ReactNode } from "react";

interface Props {
  title: string;
  text?: string;
  children: ReactNode;
  footer?: ReactNode;
}

/** The one column of a page about an account. */
export function BareCard({ title, text, children, footer }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-bare flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h1 className="text-display font-semibold">{title}</h1>
        {text && <p className="text-muted">{text}</p>}
      </div>
      {children}
      {footer && (
        <div className="text-muted [&_a]:text-accent [&_a]:underline-offset-4 [&_a]:hover:underline">{footer}</div>
      )}
    </div>
  );
}
