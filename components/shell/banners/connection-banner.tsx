"use client";

import { useOffline } from "next/offline";
import { useSyncExternalStore } from "react";
import { Delayed } from "@/components/shared/page/lazy";
import { useLive } from "@/context/live";

/** Milliseconds that a connection may be lost before the banner appears. */
const delayMs = 2_000;

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

export function ConnectionBanner() {
  const { lost } = useLive();
  const unreachable = useOffline();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {(lost || unreachable || !online) && (
        <Delayed delay={delayMs}>
          <p className="border-b border-warning-border bg-warning-tint px-4 py-1.5 text-center text-label text-warning">
            {online ? "Reconnecting…" : "You're offline. Changes can't be saved until you reconnect."}
          </p>
        </Delayed>
      )}
    </div>
  );
}
