"use client";

import { Sheet, SheetContent } from "@/components/ui/sheet";
import { SidebarContent } from "./sidebar";
import { useSidebar } from "./sidebar-state";

/** The sidebar of a phone. */
export function MobileSheet() {
  const { sheetOpen, setSheetOpen } = useSidebar();
  return (
    <Sheet open={sheetOpen} onOpenChange={setSheetOpen}>
      <SheetContent side="left" title="Navigation" hideHeader className="w-sidebar-sheet">
        <SidebarContent icons={false} onNavigate={() => setSheetOpen(false)} />
      </SheetContent>
    </Sheet>
  );
}
