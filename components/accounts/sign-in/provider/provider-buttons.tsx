"use client";

import Link from "next/link";
import { Button } from "@/components/ui/button";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { ssoPath } from "@/lib/constants/identity";
import { oauthTitles } from "@/lib/constants/oauth";
import { oauth } from "@/lib/contract/oauth/calls";
import { useProvider } from "./use-provider";

/** Buttons for the sign-in providers. Renders nothing if the server has none. */
export function ProviderButtons({ goto }: { goto: string | undefined }) {
  const { data } = useEndpoint(oauth.ways, { navigate: false });
  const start = useProvider();
  if (!data || (data.providers.length === 0 && !data.sso)) return null;
  const query = goto ? `?goto=${encodeURIComponent(goto)}` : "";
  return (
    <div className="flex flex-col gap-2">
      {data.providers.map((provider) => (
        <Button key={provider} variant="outline" disabled={start.pending} onClick={() => start.go({ provider, goto })}>
          Continue with {oauthTitles[provider]}
        </Button>
      ))}
      {data.sso && (
        <Button asChild variant="outline">
          <Link href={`${ssoPath}${query}`}>Continue with SSO</Link>
        </Button>
      )}
      <div className="mt-2 flex items-center gap-3 text-label text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </div>
    </div>
  );
}
