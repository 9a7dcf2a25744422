import { createContext, use } from "react";

/** Why the whole page is read-only; undefined if it is not. */
export const ReadOnly = createContext<string | undefined>(undefined);

export const useReadOnly = (): string | undefined => use(ReadOnly);
