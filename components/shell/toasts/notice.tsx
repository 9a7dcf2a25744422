import type { ReactNode } from "react";

interface Props {
  title: string;
  text: string;
  children?: ReactNode;
}

/** A page with a single message and a link. */
export function Notice({ title, text, children }: Props) {
  return (
    <div className="mx-auto flex max-w-dialog flex-col items-center gap-3 py-16 text-center">
      <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
      <p className="text-body text-muted">{text}</p>
      {children && <div className="mt-2 flex max-w-full gap-2">{children}</div>}
    </div>
  );
}
