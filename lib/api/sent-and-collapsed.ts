import { errorMessage } from "@/lib/api/api-error";
import { notificationCollapseDelay } from "@/lib/constants/ui";
import { toast } from "@/lib/utils/toast";
import { wait } from "@/lib/utils/wait";

/** Ends when the notifications are marked and have had the time to collapse. False after a failure, which it has shown. */
export async function sentAndCollapsed(sending: Promise<unknown>): Promise<boolean> {
  const sent = sending.then(
    () => true,
    (error: unknown) => {
      toast.error(errorMessage(error));
      return false;
    },
  );
  const [done] = await Promise.all([sent, wait(notificationCollapseDelay)]);
  return done;
}
