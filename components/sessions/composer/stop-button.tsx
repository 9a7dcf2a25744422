import { Square } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

/** Maximum time between the clicks of a double click. */
const doubleClickMs = 500;

/** Replaces Send while a run is active; ignores the second click of a double click on Send. */
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
      <Square className="fill-current" /> Cancel
    </Button>
  );
}
