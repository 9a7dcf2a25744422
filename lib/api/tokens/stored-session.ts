import { tokenKey } from "@/lib/constants/ui";
import { storedValue } from "@/lib/utils/browser/stored-value";

/** The session token in local storage. Write it through `sessionToken` only. */
export const storedSession = storedValue(tokenKey);
