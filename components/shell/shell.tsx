"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { ReadOnly } from "@/components/ui/read-only";
import { useAccount } from "@/context/account";
import { noSeat } from "@/hooks/account/use-permission";
import { cn } from "@/lib/utils/cn";
import { isBarePath, isPublicPath } from "@/lib/utils/paths/page-kind";
import { ConnectionBanner } from "./banners/connection-banner";
import { ReadOnlyBanner } from "./banners/read-only-banner";
import { ViewAsBanner } from "./banners/view-as-banner";
import { BareFrame } from "./bare-frame";
import { PageSkeleton } from "./page-skeleton";
import { AccountFailed, ForeignTeam, ManagedTeam } from "./shell-states";
import { MobileSheet } from "./sidebar/mobile-sheet";
import { canOpenManaged } from "./sidebar/nav";
import { SidebarContent } from "./sidebar/sidebar";
import { SidebarProvider, useSidebar } from "./sidebar/sidebar-state";
import { PublicTopBar, TopBar } from "./top-bar";

const SignInAgain = lazyPart(async () => (await import("./banners/sign-in-again")).SignInAgain);

/** Sidebar and top bar around a page. Only a top bar if no one is signed in; neither on a bare path. */
export function Shell({ startOpen, children }: { startOpen: boolean | undefined; children: ReactNode }) {
  const { status, account, expired } = useAccount();
  const path = usePathname();
  const open = isPublicPath(path);
  if (isBarePath(path)) return <BareFrame>{children}</BareFrame>;
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      {status === "anonymous" || (open && status !== "signed-in") ? (
        <PublicFrame signIn={status === "anonymous"}>{open ? children : <PageSkeleton />}</PublicFrame>
      ) : (
        <SidebarProvider startOpen={startOpen}>
          {expired && account && (
            <Suspense>
              <SignInAgain email={account.email} />
            </Suspense>
          )}
          <Frame>
            <Content open={open}>{children}</Content>
          </Frame>
        </SidebarProvider>
      )}
    </>
  );
}

function Content({ open, children }: { open: boolean; children: ReactNode }) {
  const { status, slug, foreignTeam, managed } = useAccount();
  const path = usePathname();
  if (status === "failed" && !open) return <AccountFailed />;
  if (status === "loading") return <PageSkeleton />;
  if (foreignTeam) return <ForeignTeam />;
  if (slug && managed && path.startsWith(`/${slug}`) && !canOpenManaged(slug, managed, path)) return <ManagedTeam />;
  return children;
}

function PublicFrame({ signIn, children }: { signIn: boolean; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicTopBar signIn={signIn} />
      <Main>{children}</Main>
    </div>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { open, automatic } = useSidebar();
  const { viewingAs, slug, readOnly } = useAccount();
  return (
    <div className="flex h-dvh">
      <aside
        aria-label="Sidebar"
        className={cn(
          "hidden shrink-0 overflow-hidden border-r border-border bg-surface transition-[width] duration-150 ease-out motion-reduce:transition-none md:block",
          open ? "w-sidebar" : "w-sidebar-icons",
          automatic && "max-lg:w-sidebar-icons",
        )}
      >
        <SidebarContent icons={!open} />
      </aside>
      <MobileSheet />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar />
        <ConnectionBanner />
        <ViewAsBanner />
        <ReadOnlyBanner />
        <ReadOnly value={viewingAs ? viewingText(viewingAs.name) : slug && readOnly && noSeat}>
          <Main>{children}</Main>
        </ReadOnly>
      </div>
    </div>
  );
}

/** Explains why controls are disabled: while viewing as a member the server refuses all writes. */
const viewingText = (name: string): string => `Viewing as ${name} (read-only). Exit this view first.`;

/** Positioned, so that visually hidden inputs inside do not extend the page. */
const Main = ({ children }: { children: ReactNode }) => (
  <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto p-4 outline-none md:p-6">
    {children}
  </main>
);
