import type { ReactNode } from "react";
import { Logo } from "@/components/shared/details/logo";

/** Pages without sidebar and top bar: the name above one column. */
export function BareFrame({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center bg-canvas px-4 py-10 md:py-20">
      <Logo className="mb-8" />
      {children}
    </main>
  );
}
