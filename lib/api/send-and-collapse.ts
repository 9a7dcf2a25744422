import { errorMessage } from "@/lib/api/api-error";
import { notificationCollapseDelay } from "@/lib/constants/ui";
import { toast } from "@/lib/utils/toasts/toast";
import { wait } from "@/lib/utils/wait";

/**
 * Resolves once the notifications are marked and have had time to collapse. False after a failure, which is already
 * shown.
 */
export async function sendAndCollapse(sending: Promise<unknown>): Promise<boolean> {
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
