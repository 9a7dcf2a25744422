"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useStoredValue } from "@/hooks/page/use-stored-value";
import type { LiveConnection } from "@/lib/api/events/socket";
import { visitorToken } from "@/lib/api/tokens/visitor-token";
import { shares } from "@/lib/contract/shares/calls";
import { LiveContext } from "./live";

/** A visitor's connection, in no room. After a disconnect it reloads the share link, which may have expired. */
export function VisitorLiveProvider({ shareId, children }: { shareId: string; children: ReactNode }) {
  const queryClient = useQueryClient();
  // A first visit has no token yet, and the server permanently refuses connections without one.
  const hasToken = Boolean(useStoredValue(visitorToken(shareId)));
  const [live, setLive] = useState<LiveConnection | null>(null);
  const [connected, setConnected] = useState<boolean | null>(null);
  const [unreachable, setUnreachable] = useState(false);
  useEffect(() => {
    if (!hasToken) return;
    let opened: LiveConnection | null = null;
    let closed = false;
    const reloadLink = () => void queryClient.invalidateQueries({ queryKey: [shares.get.resource] });
    void import("@/lib/api/events/socket").then(({ openLiveConnection }) => {
      if (closed) return;
      const connection = openLiveConnection({ token: visitorToken(shareId).get });
      opened = connection;
      const { socket } = connection;
      socket.on("connect", () => {
        setConnected(true);
        setUnreachable(false);
      });
      socket.on("connect_error", () => {
        setUnreachable(true);
        reloadLink();
      });
      socket.on("disconnect", (reason) => {
        setConnected(reason === "io client disconnect" ? null : false);
        if (reason !== "io client disconnect") reloadLink();
      });
      setLive(connection);
      socket.connect();
    });
    return () => {
      closed = true;
      opened?.close();
      setLive(null);
      setConnected(null);
      setUnreachable(false);
    };
  }, [shareId, hasToken, queryClient]);
  const state = {
    socket: live?.socket ?? null,
    connected: connected === true,
    lost: connected === false,
    unreachable,
    notifications: [],
    dismiss: () => {},
    latest: null,
    sessionPathFlag: false,
  };
  return <LiveContext value={state}>{children}</LiveContext>;
}
