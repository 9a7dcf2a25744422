"use client";

import { Maximize2 } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { useEmbeddedSession } from "@/context/embedded-session";

interface AskSheetProps {
  slug: string;
  sessionId: string | null;
  onClose(): void;
}

/** A session beside the data source that it answers from. */
export function AskSheet({ slug, sessionId, onClose }: AskSheetProps) {
  const renderSession = useEmbeddedSession();
  return (
    <Sheet open={sessionId !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent title="Ask" className="w-[44rem]">
        {sessionId && (
          <div className="flex h-full flex-col">
            <div className="min-h-0 flex-1">{renderSession(slug, sessionId)}</div>
            <div className="border-t p-2 text-right">
              <Button variant="ghost" size="sm" asChild>
                <Link href={`/${slug}/session/${sessionId}`}>
                  <Maximize2 aria-hidden /> Open session
                </Link>
              </Button>
            </div>
          </div>
        )}
      </SheetContent>
    </Sheet>
  );
}
