import { tokenKey } from "@/lib/constants/ui";
import { storedValue } from "@/lib/utils/stored-value";

/** The entry of local storage that keeps the session token. Write to it by `sessionToken` alone. */
export const storedSession = storedValue(tokenKey);
