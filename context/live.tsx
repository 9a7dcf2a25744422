"use client";

import { useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import type { Socket } from "socket.io-client";
import type { LiveConnection } from "@/lib/api/events/socket";
import { accounts } from "@/lib/contract/accounts/calls";
import { inbox } from "@/lib/contract/inbox/calls";
import { notifications } from "@/lib/contract/notifications/calls";
import { seenOnThisPage } from "@/lib/utils/browser/seen-notifications";
import { isObject } from "@/lib/utils/json/is-object";
import { toPlainText } from "@/lib/utils/markdown/plain-text";
import { isSessionPath } from "@/lib/utils/paths/page-kind";
import { randomKey } from "@/lib/utils/random-key";
import { toast } from "@/lib/utils/toasts/toast";
import { useAccount } from "./account";

interface LiveNotification {
  _id: string;
  title: string;
  description: string;
  date: string;
  link: string | null;
}

interface LiveState {
  /** Authenticated, and in the team's room while connected. Null until an account is signed in. */
  socket: Socket | null;
  connected: boolean;
  /** The connection was lost. */
  lost: boolean;
  /** The last attempt to connect failed. */
  unreachable: boolean;
  /** The newest notification received by this page. */
  latest: LiveNotification | null;
  /** Toggles with each path change on a `/session/` route. */
  sessionPathFlag: boolean;
}

/** Query keys that a notification makes stale. */
const notificationResources = [[accounts.get.resource], [notifications.list.resource], [inbox.list.resource]];

export const LiveContext = createContext<LiveState | null>(null);

/** Parses a notification. Only the description is required. */
function parseNotification(payload: unknown): LiveNotification | null {
  if (!isObject(payload) || typeof payload.description !== "string") return null;
  const text = (name: string): string | undefined => {
    const value = payload[name];
    return typeof value === "string" ? value : undefined;
  };
  return {
    _id: text("_id") ?? randomKey(),
    title: text("title") ?? "",
    description: payload.description,
    date: text("date") ?? new Date().toISOString(),
    link: text("link") ?? null,
  };
}

function useSessionPathFlag(): boolean {
  const path = usePathname();
  const [pathState, setPathState] = useState({ path, flag: false });
  if (pathState.path !== path) setPathState({ path, flag: isSessionPath(path) ? !pathState.flag : pathState.flag });
  return pathState.flag;
}

/** One realtime connection for the signed-in account, in the room of its current team, if any. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { account, team, status } = useAccount();
  const queryClient = useQueryClient();
  const sessionPathFlag = useSessionPathFlag();
  const [live, setLive] = useState<LiveConnection | null>(null);
  const [connected, setConnected] = useState<boolean | null>(null);
  const [unreachable, setUnreachable] = useState(false);
  const [latest, setLatest] = useState<LiveNotification | null>(null);
  // Keeps the connection while another team's account loads.
  const [lastAccountId, setLastAccountId] = useState<string>();
  const accountId = status === "signed-in" ? account?._id : status === "loading" ? lastAccountId : undefined;
  if (accountId !== lastAccountId) setLastAccountId(accountId);
  // A managed team's room is for members only.
  const room = status === "signed-in" ? (team?.member ? team.id : null) : undefined;

  useEffect(() => {
    if (!accountId) return;
    let opened: LiveConnection | null = null;
    let closed = false;
    const invalidate = (keys: string[][]): void => {
      for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
    };
    void import("@/lib/api/events/socket").then(({ openLiveConnection }) => {
      if (closed) return;
      const connection = openLiveConnection();
      opened = connection;
      let connectedBefore = false;
      connection.socket.on("connect", () => {
        // The server disconnects members who lose permissions, so the shown data may no longer be allowed.
        if (connectedBefore) invalidate(notificationResources);
        connectedBefore = true;
        setConnected(true);
        setUnreachable(false);
      });
      connection.socket.on("connect_error", () => setUnreachable(true));
      connection.socket.on("disconnect", (reason) => setConnected(reason === "io client disconnect" ? null : false));
      connection.socket.on("notification", (payload: unknown) => {
        const notification = parseNotification(payload);
        if (!notification) return;
        const teamChanged = isObject(payload) && payload.type === "team";
        // A change of members or permissions affects most data of a page.
        if (teamChanged) void queryClient.invalidateQueries();
        else invalidate(notificationResources);
        const isWarning = isObject(payload) && payload.tone === "warning";
        toast[isWarning ? "warning" : "success"](toPlainText(notification.description));
        setLatest(notification);
      });
      connection.socket.on("notifications_seen", (payload: unknown) => {
        const ids: unknown = isObject(payload) ? payload.notificationIds : undefined;
        if (!Array.isArray(ids) || ids.every((id) => seenOnThisPage.has(id))) return;
        invalidate(notificationResources);
      });
      connection.socket.on("inbox_changed", () => invalidate([[inbox.list.resource]]));
      setLive(connection);
    });
    return () => {
      closed = true;
      opened?.close();
      setLive(null);
      setConnected(null);
      setUnreachable(false);
      setLatest(null);
    };
  }, [accountId, queryClient]);

  useEffect(() => {
    if (live && room !== undefined) live.enterTeam(room);
  }, [live, room]);

  const state: LiveState = {
    socket: live?.socket ?? null,
    connected: connected === true,
    lost: connected === false,
    unreachable,
    latest,
    sessionPathFlag,
  };
  return <LiveContext value={state}>{children}</LiveContext>;
}

export function useLive(): LiveState {
  const state = useContext(LiveContext);
  if (!state) throw new Error("useLive needs a LiveProvider above it");
  return state;
}
