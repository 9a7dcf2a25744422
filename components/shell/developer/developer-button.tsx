"use client";

import { Code } from "lucide-react";
import { useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { useDeveloperMode } from "@/hooks/account/use-developer-mode";

const DeveloperCalls = lazyPart(async () => (await import("./developer-calls")).DeveloperCalls);

/** In developer mode, opens the list of the page's calls. */
export function DeveloperButton() {
  const { on } = useDeveloperMode();
  const [open, setOpen] = useState(false);
  if (!on) return null;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="API calls on this page"
        title="API calls on this page"
        onClick={() => setOpen(true)}
      >
        <Code aria-hidden />
      </Button>
      <Sheet open={open} onOpenChange={setOpen}>
        <SheetContent title="API calls on this page" className="w-[40rem]">
          <Lazy fallback={<Skeleton className="m-4 h-40" />}>
            <DeveloperCalls />
          </Lazy>
        </SheetContent>
      </Sheet>
    </>
  );
}
