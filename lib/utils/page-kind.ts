/** Whole segments: a team's own address may begin with the same word, as `/onboarding-7f3k2q/apps` does. */
const barePart = /\/(?:register|login|onboarding|connect)(?:\/|$)/;
/** Bare, but of somebody who is signed in. */
const closedPart = /\/(?:onboarding|connect)(?:\/|$)/;

/** No sidebar and no top bar. */
export const isBarePath = (path: string): boolean => barePart.test(path);

/** A shared link's pages: every call there carries the `/s` prefix. */
export const isSharedPath = (path: string): boolean => path.startsWith("/s/");

/** The link of a shared page. */
export const shareIdOf = (path: string): string | undefined => /^\/s\/[^/]+\/(\w+)/.exec(path)?.[1];

const openPaths = ["/verify", "/changepassword", "/requestchangepassword", "/redirect"];

/** Pages that someone who is not signed in may see. */
export function isOpenPath(path: string): boolean {
  return (isBarePath(path) && !closedPart.test(path)) || isSharedPath(path) || openPaths.includes(path);
}

/** Pages of a session keep its context; leaving them clears it. */
export const isSessionPath = (path: string): boolean => path.includes("/session/");
