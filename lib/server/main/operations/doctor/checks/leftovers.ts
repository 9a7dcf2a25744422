import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { countLeftovers } from "../../../../platform/storage/remove-leftovers";
import { listLeftoverLocations } from "../../../leftovers/locations";
import { type Check, ok, optional } from "./finding";

export const leftoversCheck: Check = {
  name: "Leftovers",
  remedy: "Make the data and uploads folders readable for the user that Muster runs as.",
  async run(_examination, signal) {
    const found = await countLeftovers(listLeftoverLocations(), signal);
    if (found.length === 0) return [ok("Killed processes left nothing behind.")];
    return found.map(({ what, entries, bytes }) =>
      optional(
        `Killed processes left ${pluralize(entries, "file or folder", "files or folders")} (${what}, ${formatBytes(bytes)}).`,
        "Nothing to do: Muster removes them at its next start and every hour.",
      ),
    );
  },
};
