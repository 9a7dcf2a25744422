import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

export function OnboardingChoice({ icon: Icon, title, text, children }: Props) {
  return (
    <section aria-label={title} className="flex flex-col gap-3 rounded-card border border-border bg-surface p-6">
      <Icon aria-hidden className="size-5 text-accent" />
      <h2 className="text-section font-medium">{title}</h2>
      <p className="flex-1 text-muted">{text}</p>
      <div>{children}</div>
    </section>
  );
}
