"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTeamSlug } from "@/context/account";
import { useAction } from "@/hooks/use-action";
import { leaveAnyway } from "@/hooks/use-unsaved-guard";
import type { ApiError } from "@/lib/api/api-error";
import type { OauthService } from "@/lib/constants/oauth-services";
import { connect } from "@/lib/contract/calls/connect";
import type { DatasourceForm } from "../setup/form";
import { openHandover, placeNow, type Word, writeLeft } from "./handover";

const look = "popup,width=560,height=720";

/** Signs in at a service in a window of its own; where the browser opens none, this page goes there and comes back. */
export function useConnect(form: DatasourceForm, onGrant: (grant: string) => void) {
  const params = { resourceSlug: useTeamSlug() };
  const [failure, setFailure] = useState<string>();
  const waitsFor = useRef<string>(undefined);
  const onError = (error: ApiError) => {
    setFailure(error.message);
    return true;
  };
  const begin = useAction(connect.begin, { onError });
  const finish = useAction(connect.finish, { onError, onSuccess: ({ grant }) => onGrant(grant) });
  const come = useEffectEvent((channel: BroadcastChannel, { type, state, code }: Word) => {
    if (type !== "came" || !code || state !== waitsFor.current) return;
    waitsFor.current = undefined;
    channel.postMessage({ type: "taken", state } satisfies Word);
    void finish.run({ params, body: { code, state } });
  });
  useEffect(() => {
    const channel = openHandover();
    channel.onmessage = ({ data }: MessageEvent<Word>) => come(channel, data);
    return () => channel.close();
  }, []);

  const go = async (service: OauthService) => {
    setFailure(undefined);
    // At once: after an answer the browser takes it for a pop-up that nobody asked for.
    const popup = window.open("about:blank", "muster-connect", look);
    const answer = await begin.run({ params, body: { service } });
    if (!answer) {
      popup?.close();
      return;
    }
    const state = new URL(answer.url).searchParams.get("state") ?? "";
    waitsFor.current = state;
    if (popup) {
      popup.location.href = answer.url;
      return;
    }
    const { config, ...values } = form.getValues();
    const kept = { ...values, config: { ...config, authentication: undefined } };
    if (!writeLeft({ state, slug: params.resourceSlug, back: placeNow(), values: kept })) {
      setFailure("Your browser opened no window. Allow pop-ups for this page, then try again.");
      return;
    }
    leaveAnyway();
    window.location.assign(answer.url);
  };
  return { go, failure, pending: begin.pending || finish.pending };
}
