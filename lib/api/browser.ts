import { shareIdOf } from "@/lib/utils/page-kind";
import { createCallLog } from "./call-log";
import { createClient } from "./client";
import { seeAs } from "./see-as";
import { sessionToken } from "./token";
import { upload } from "./upload";
import { visitorToken } from "./visitor-token";

let csrf: string | null = null;
let running = 0;
let wiring: Wiring = { navigate: (path) => window.location.assign(path), start: () => {}, done: () => {} };

/** What only the rendered page can offer: the router, and the progress bar. */
interface Wiring {
  navigate(path: string): void;
  start(): void;
  done(): void;
}

export function wireBrowser(parts: Wiring): void {
  wiring = parts;
}

/** The token that writes carry, from account.json. */
export function setCsrf(value: string | null): void {
  csrf = value;
}

/** One bar for all calls that are under way. */
const progress = {
  start(): void {
    if (running++ === 0) wiring.start();
  },
  done(): void {
    if (--running === 0) wiring.done();
  },
};

/** What this page has called, for developer mode. */
export const callLog = createCallLog(
  () => window.location.pathname,
  () => window.location.origin,
);

/** On a share link's page a visitor's token, else the session token. */
const token = {
  get(): string | null {
    const shareId = shareIdOf(window.location.pathname);
    return (shareId && visitorToken(shareId).get()) || sessionToken.get();
  },
  set: sessionToken.set,
  remove(token: string): void {
    const shareId = shareIdOf(window.location.pathname);
    if (shareId) visitorToken(shareId).remove(token);
    sessionToken.remove(token);
  },
};

/** `call`: calls an endpoint of the contract from the browser. `callLoose` is for the hooks, which type the options. */
export const { call, callLoose } = createClient({
  fetch: (path, init) => fetch(path, init),
  upload,
  token,
  csrf: () => csrf,
  seenAs: seeAs.now,
  page: () => window.location.pathname,
  navigate: (path) => wiring.navigate(path),
  progress,
  begin: callLog.begin,
});
