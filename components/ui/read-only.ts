import { createContext, use } from "react";

/** Why nothing can be changed on the page, whatever its controls would do; undefined where it can. */
export const ReadOnly = createContext<string | undefined>(undefined);

export const useReadOnly = (): string | undefined => use(ReadOnly);
