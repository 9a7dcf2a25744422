"use client";

// Imported by the root layout, these two are bundled once. Otherwise each page, loading state and error page would bundle
// its own copy.
import "next/link";
import "@/components/ui/button";
import NextTopLoader from "nextjs-toploader";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { AccountProvider } from "@/context/account";
import { LiveProvider } from "@/context/live";
import { QueryProvider } from "@/context/queries";
import { SessionProvider } from "@/context/session";
import { ThemeProvider } from "@/context/theme";
import { WizardStepProvider } from "@/context/wizard-step";
import { useHasUnsavedChanges } from "@/hooks/forms/use-unsaved-guard";
import { OneToast } from "./toasts/one-toast";
import { Toasts } from "./toasts/toasts";
import { BrowserWiring } from "./wiring";

const LeaveDialog = lazyPart(async () => (await import("./leave-dialog")).LeaveDialog);

/** Loaded before it is needed: the server may be away by then. */
const LeaveQuestion = () =>
  useHasUnsavedChanges() && (
    <Suspense>
      <LeaveDialog />
    </Suspense>
  );

/** Providers that live as long as the browser page. */
export function Providers({ children, nonce }: { children: ReactNode; nonce: string | undefined }) {
  return (
    <QueryProvider>
      <ThemeProvider>
        <BrowserWiring nonce={nonce} />
        <NextTopLoader
          color="var(--accent)"
          height={2}
          showSpinner={false}
          shadow={false}
          showForHashAnchor={false}
          nonce={nonce}
        />
        <AccountProvider>
          <LiveProvider>
            <SessionProvider>
              <WizardStepProvider>{children}</WizardStepProvider>
            </SessionProvider>
          </LiveProvider>
        </AccountProvider>
        <Toasts nonce={nonce} />
        <OneToast />
        <LeaveQuestion />
      </ThemeProvider>
    </QueryProvider>
  );
}
