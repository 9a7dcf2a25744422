import { RelativeTime } from "@/components/shared/details/relative-time";
import { Banner } from "@/components/shared/status/banner";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import type { telemetry } from "@/lib/contract/telemetry/calls";
import { pluralize } from "@/lib/utils/text/pluralize";

/** Whether spans arrive. */
export function DeliveryStatus({ endpoint, lastSent, failure }: ResponseBody<typeof telemetry.get>) {
  if (!endpoint) return null;
  if (failure)
    return (
      <Banner tone="warning" className="break-words">
        {failure.message} Not delivered: {pluralize(failure.dropped, "span")} (<RelativeTime date={failure.at} />
        ).
      </Banner>
    );
  return (
    <p className="text-muted text-secondary">
      {lastSent ? (
        <>
          Last delivery <RelativeTime date={lastSent} />.
        </>
      ) : (
        "Nothing delivered yet. Spans are sent when a run's steps end."
      )}
    </p>
  );
}
