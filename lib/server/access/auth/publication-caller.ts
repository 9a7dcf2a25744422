import type { PublicationWay } from "@/lib/constants/publications";
import type { apps } from "../../platform/db/tables/apps";
import type { oauthGrants } from "../../platform/db/tables/oauth";
import type { publicationKeys, publications } from "../../platform/db/tables/publications";

/** A caller of a publication, with everything that its runs need. */
export interface PublicationCaller {
  publication: typeof publications.$inferSelect;
  app: typeof apps.$inferSelect;
  orgId: string;
  /** The account whose rights its runs have. */
  principal: { id: string; name: string };
  way: PublicationWay;
  /** Null: the way needs no key, or a person has allowed the client. */
  key: typeof publicationKeys.$inferSelect | null;
  grant: typeof oauthGrants.$inferSelect | null;
}
