"use client";

import { Search } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { useShortcut } from "@/hooks/page/use-shortcut";
import { useOpenItem } from "./use-open-item";

const Palette = lazyPart(async () => (await import("./palette")).Palette);
const Shortcuts = lazyPart(async () => (await import("./shortcuts-dialog")).ShortcutsDialog);

/** The palette's button and shortcut; the palette is loaded on first use. */
export function PaletteHost() {
  useOpenItem();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  useShortcut("mod+k", () => setOpen(open === "palette" ? null : "palette"));
  useShortcut("?", () => setOpen("shortcuts"));
  const close = (keepOpen: boolean) => setOpen(keepOpen ? open : null);
  return (
    <>
      <Button
        variant="ghost"
        className="gap-2 px-2 text-muted"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen("palette")}
      >
        <Search aria-hidden />
        <span className="max-md:sr-only">Search or jump to…</span>
        <Kbd className="max-md:hidden">Ctrl K</Kbd>
      </Button>
      <Suspense>
        {open === "palette" && <Palette onOpenChange={close} onShortcuts={() => setOpen("shortcuts")} />}
        {open === "shortcuts" && <Shortcuts onOpenChange={close} />}
      </Suspense>
    </>
  );
}
