"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTeamSlug } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { allowLeaving } from "@/hooks/forms/use-unsaved-guard";
import type { ApiError } from "@/lib/api/api-error";
import type { OauthService } from "@/lib/constants/oauth-services";
import { connect } from "@/lib/contract/connect/calls";
import type { DatasourceForm } from "../setup/form";
import { currentAddress, type HandoverMessage, openHandoverChannel, writeHandover } from "./handover";

const popupFeatures = "popup,width=560,height=720";

/** Signs in at a service in a popup. If the browser blocks popups, this tab goes there and returns. */
export function useConnect(form: DatasourceForm, onGrant: (grant: string) => void) {
  const params = { resourceSlug: useTeamSlug() };
  const [failure, setFailure] = useState<string>();
  const expectedState = useRef<string>(undefined);
  const onError = (error: ApiError) => {
    setFailure(error.message);
    return true;
  };
  const begin = useAction(connect.begin, { onError });
  const finish = useAction(connect.finish, { onError, onSuccess: ({ grant }) => onGrant(grant) });
  const onHandover = useEffectEvent((channel: BroadcastChannel, { type, state, code }: HandoverMessage) => {
    if (type !== "came" || !code || state !== expectedState.current) return;
    expectedState.current = undefined;
    channel.postMessage({ type: "taken", state } satisfies HandoverMessage);
    void finish.run({ params, body: { code, state } });
  });
  useEffect(() => {
    const channel = openHandoverChannel();
    channel.onmessage = ({ data }: MessageEvent<HandoverMessage>) => onHandover(channel, data);
    return () => channel.close();
  }, []);

  const signIn = async (service: OauthService) => {
    setFailure(undefined);
    // Opened synchronously: after an await the browser would block the popup.
    const popup = window.open("about:blank", "muster-connect", popupFeatures);
    const answer = await begin.run({ params, body: { service } });
    if (!answer) {
      popup?.close();
      return;
    }
    const state = new URL(answer.url).searchParams.get("state") ?? "";
    expectedState.current = state;
    if (popup) {
      popup.location.href = answer.url;
      return;
    }
    const { config, ...values } = form.getValues();
    const storedValues = { ...values, config: { ...config, authentication: undefined } };
    if (!writeHandover({ state, slug: params.resourceSlug, back: currentAddress(), values: storedValues })) {
      setFailure("Your browser blocked the window. Allow pop-ups for this page, then try again.");
      return;
    }
    allowLeaving();
    window.location.assign(answer.url);
  };
  return { signIn, failure, pending: begin.pending || finish.pending };
}
