import { Square } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

/** A double click lasts no longer. */
const doubleClickMs = 500;

/** Takes the place of Send: the second click of a double one is not meant for it. */
export function StopButton({ onStop }: { onStop(): void }) {
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  const stop = () => {
    if (performance.now() - shownAt.current > doubleClickMs) onStop();
  };
  return (
    <Button size="sm" variant="outline" changes onClick={stop}>
      <Square className="fill-current" /> Stop
    </Button>
  );
}
