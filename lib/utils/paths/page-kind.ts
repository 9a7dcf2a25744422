/** Whole segments: a team's slug may start with the same word, as in `/onboarding-7f3k2q/apps`. */
const barePattern = /\/(?:register|login|onboarding|connect|oauth)(?:\/|$)/;
/** Bare pages that need a sign-in. */
const signInPattern = /\/(?:onboarding|connect|oauth)(?:\/|$)/;

/** Pages without sidebar and top bar. */
export const isBarePath = (path: string): boolean => barePattern.test(path);

/** Pages that a website shows in a frame. */
export const isEmbedPath = (path: string): boolean => path.startsWith("/embed/");

/** Pages of a share link or an embedded app, whose calls have the `/s` prefix. */
export const isSharedPath = (path: string): boolean => path.startsWith("/s/") || isEmbedPath(path);

/** Returns the share link's id in the path: for an embedded app, that of its publication. */
export const parseShareId = (path: string): string | undefined => /^\/(?:s\/[^/]+|embed)\/(\w+)/.exec(path)?.[1];

const publicPattern = /^\/(?:verify|changepassword|requestchangepassword|redirect|guide(?:\/[^/]+)?)$/;

/** Pages that are public. */
export function isPublicPath(path: string): boolean {
  return (isBarePath(path) && !signInPattern.test(path)) || isSharedPath(path) || publicPattern.test(path);
}

/** Whether a page belongs to a session. */
export const isSessionPath = (path: string): boolean => path.includes("/session/");
