"use client";

import { useCallback, useEffect, useState } from "react";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { sessions } from "@/lib/contract/sessions/calls";
import type { ThreadMessage } from "@/lib/session-log/state";
import { toast } from "@/lib/utils/toasts/toast";

const pageSize = 50;

interface Options {
  slug: string;
  sessionId: string;
  addPage(messages: ThreadMessage[]): void;
  setJoinAt(seq: number): void;
}

interface EarlierMessages {
  more: boolean;
  loading: boolean;
  load(): void;
}

/**
 * Loads messages page by page, newest first. After each page the stream rejoins before the page's oldest message, to
 * load its tool calls and notices too.
 */
export function useEarlierMessages({ slug, sessionId, addPage, setJoinAt }: Options) {
  const first = useEndpoint(sessions.messages, {
    params: { resourceSlug: slug, sessionId },
    query: { limit: pageSize },
  });
  const [state, setState] = useState<{ next: string | null; loading: boolean }>();

  const applyPage = useCallback(
    (page: { messages: ThreadMessage[]; next: string | null }) => {
      addPage(page.messages);
      setState({ next: page.next, loading: false });
      setJoinAt(page.next ? Math.max(0, (page.messages[0]?.seq ?? 1) - 1) : 0);
    },
    [addPage, setJoinAt],
  );
  const page = first.data;
  const isLoaded = state !== undefined;
  useEffect(() => {
    if (page && !isLoaded) applyPage(page);
  }, [page, isLoaded, applyPage]);

  const load = useCallback(() => {
    const before = state?.next;
    if (!before || state.loading) return;
    setState({ next: before, loading: true });
    const params = { resourceSlug: slug, sessionId };
    call(sessions.messages, { params, query: { limit: pageSize, before } }).then(applyPage, (error: unknown) => {
      toast.error(errorMessage(error));
      setState({ next: before, loading: false });
    });
  }, [state, slug, sessionId, applyPage]);

  const older: EarlierMessages = { more: Boolean(state?.next), loading: state?.loading ?? false, load };
  return { first, older };
}
