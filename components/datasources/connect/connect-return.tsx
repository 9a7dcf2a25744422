"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { useAction } from "@/hooks/api/use-action";
import { useRunOnce } from "@/hooks/page/use-run-once";
import { type OauthService, serviceTitles } from "@/lib/constants/oauth-services";
import { connect } from "@/lib/contract/connect/calls";
import { type HandoverMessage, openHandoverChannel, readHandover, writeHandover } from "./handover";

/** How long to wait for the page that started the sign-in. */
const handoverTimeoutMs = 4_000;

/**
 * The page that a service redirects back to: passes the code to the page that started the sign-in, or completes the
 * sign-in for this tab.
 */
export function ConnectReturn({ service }: { service: OauthService }) {
  const search = useSearchParams();
  const [code, state] = [search.get("code"), search.get("state")];
  const title = serviceTitles[service];
  const [failure, setFailure] = useState<string | null>(
    code && state ? null : `Couldn't connect the ${title} account.`,
  );
  const [isHandedOver, setHandedOver] = useState(false);
  const [back, setBack] = useState<string>();
  const finish = useAction(connect.finish, {
    navigate: true,
    onError(error) {
      setFailure(error.message);
      return true;
    },
  });
  useRunOnce(() => {
    const handover = readHandover();
    if (handover && handover.state === state) setBack(handover.back);
    if (!code || !state) return;
    if (handover && handover.state === state) {
      void finish.run({ params: { resourceSlug: handover.slug }, body: { code, state } }).then((answer) => {
        if (!answer) return;
        writeHandover({ ...handover, grant: answer.grant });
        window.location.replace(handover.back);
      });
      return;
    }
    const channel = openHandoverChannel();
    const timeout = setTimeout(() => {
      channel.close();
      setFailure("The original page was closed. Open the data source and sign in again.");
    }, handoverTimeoutMs);
    channel.onmessage = ({ data }: MessageEvent<HandoverMessage>) => {
      if (data.type !== "taken" || data.state !== state) return;
      clearTimeout(timeout);
      channel.close();
      setHandedOver(true);
      window.close();
    };
    channel.postMessage({ type: "came", code, state } satisfies HandoverMessage);
  });
  return (
    <div className="mx-auto flex w-full max-w-bare flex-col gap-6">
      <h1 className="font-semibold text-display">Connect {title}</h1>
      {failure ? (
        <>
          <Banner tone="danger">{failure}</Banner>
          <Button asChild variant="outline">
            <Link href={back ?? "/"}>{back ? "Back to the data source" : "Back to Muster"}</Link>
          </Button>
        </>
      ) : (
        <p role="status" className="flex items-center gap-2 text-muted">
          {isHandedOver ? (
            "Done. You can close this window."
          ) : (
            <>
              <Spinner /> One moment…
            </>
          )}
        </p>
      )}
    </div>
  );
}
