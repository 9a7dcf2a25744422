"use client";

import { useCallback, useEffect, useState } from "react";
import { useEndpoint } from "@/hooks/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { sessions } from "@/lib/contract/calls/sessions";
import type { ThreadMessage } from "@/lib/utils/session-log-state";
import { toast } from "@/lib/utils/toast";

const pageSize = 50;

interface Options {
  slug: string;
  sessionId: string;
  addPage(messages: ThreadMessage[]): void;
  setJoinAt(seq: number): void;
}

export interface Older {
  more: boolean;
  loading: boolean;
  load(): void;
}

/**
 * The messages page by page, newest page first. After each the stream joins just before its oldest message, so that tool
 * calls and notices come along.
 */
export function useEarlier({ slug, sessionId, addPage, setJoinAt }: Options) {
  const first = useEndpoint(sessions.messages, {
    params: { resourceSlug: slug, sessionId },
    query: { limit: pageSize },
  });
  const [state, setState] = useState<{ next: string | null; loading: boolean }>();

  const take = useCallback(
    (page: { messages: ThreadMessage[]; next: string | null }) => {
      addPage(page.messages);
      setState({ next: page.next, loading: false });
      setJoinAt(page.next ? Math.max(0, (page.messages[0]?.seq ?? 1) - 1) : 0);
    },
    [addPage, setJoinAt],
  );
  const page = first.data;
  const begun = state !== undefined;
  useEffect(() => {
    if (page && !begun) take(page);
  }, [page, begun, take]);

  const load = useCallback(() => {
    const before = state?.next;
    if (!before || state.loading) return;
    setState({ next: before, loading: true });
    const params = { resourceSlug: slug, sessionId };
    call(sessions.messages, { params, query: { limit: pageSize, before } }).then(take, (error: unknown) => {
      toast.error(errorMessage(error));
      setState({ next: before, loading: false });
    });
  }, [state, slug, sessionId, take]);

  const older: Older = { more: Boolean(state?.next), loading: state?.loading ?? false, load };
  return { first, older };
}
