import { createContext } from "react";

/** Called with a saved revision whose results are to be reviewed before it is applied. Undefined: applied without a review. */
export const ReviewContext = createContext<((revisionId: string) => void) | undefined>(undefined);
