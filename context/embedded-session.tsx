"use client";

import { createContext, type ReactNode, use } from "react";

type RenderSession = (slug: string, sessionId: string) => ReactNode;

/** How features show a session that they don't implement. */
export const EmbeddedSessionContext = createContext<RenderSession>(() => null);

/** Returns a function that renders a session within another page. */
export const useEmbeddedSession = (): RenderSession => use(EmbeddedSessionContext);
