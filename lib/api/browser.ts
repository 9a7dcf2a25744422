import { isEmbedPath, parseShareId } from "@/lib/utils/paths/page-kind";
import { createCallLog } from "./calls/call-log";
import { createClient } from "./calls/client";
import { upload } from "./calls/upload";
import { sessionToken } from "./tokens/token";
import { viewAs } from "./tokens/view-as";
import { visitorToken } from "./tokens/visitor-token";

let running = 0;
let wiring: Wiring = { navigate: (path) => window.location.assign(path), start: () => {}, done: () => {} };

/** The router and the progress bar, which only exist in the rendered page. */
interface Wiring {
  navigate(path: string): void;
  start(): void;
  done(): void;
}

export function wireBrowser(parts: Wiring): void {
  wiring = parts;
}

/** One progress bar for all pending calls. */
const progress = {
  start(): void {
    if (running++ === 0) wiring.start();
  },
  done(): void {
    if (--running === 0) wiring.done();
  },
};

/** The page's calls, for developer mode. */
export const callLog = createCallLog(
  () => window.location.pathname,
  () => window.location.origin,
);

/** The visitor's token on a share link's page, else the session token. */
const token = {
  get(): string | null {
    const shareId = parseShareId(window.location.pathname);
    const own = (shareId && visitorToken(shareId).get()) || null;
    return isEmbedPath(window.location.pathname) ? own : (own ?? sessionToken.get());
  },
  set: sessionToken.set,
  remove(token: string): void {
    const shareId = parseShareId(window.location.pathname);
    if (shareId) visitorToken(shareId).remove(token);
    sessionToken.remove(token);
  },
};

/** `call`: calls an endpoint of the contract from the browser. `callLoose` is for the hooks, which type the options. */
export const { call, callLoose } = createClient({
  fetch: (path, init) => fetch(path, init),
  upload,
  token,
  viewAs: viewAs.now,
  page: () => window.location.pathname,
  navigate: (path) => wiring.navigate(path),
  progress,
  begin: callLog.begin,
});
