import { env } from "../../../platform/env/env";

/** The page of a session. */
export const toRunUrl = (teamId: string, sessionId: string): string =>
  new URL(`/${teamId}/session/${sessionId}`, env().APP_URL).href;

/** The address to which events are sent. */
export const toHookUrl = (publicationId: string): string => new URL(`/hooks/${publicationId}`, env().APP_URL).href;
