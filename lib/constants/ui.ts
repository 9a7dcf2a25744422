/** Keys of local and session storage. */
export const tokenKey = "muster.token";
/** Prefix of the key; a share link's id follows, after `account.` for the visit of a signed-in account. */
export const visitorTokenKey = "muster.visitor";
/** Prefixes of visitor tokens: anonymous, and of a signed-in account. */
export const visitorTokenStarts = { anonymous: "mv_", account: "mva_" };
/** In session storage. */
export const viewAsTabKey = "muster.seeAs";
/** Header with the id of the member as whom a call views the team. */
export const viewAsHeader = "x-see-as-member";
export const developerModeKey = "developerMode";
export const themeKey = "theme";
export const useSystemThemeKey = "useSystemTheme";
export const sidebarCookie = "sidebar";

export const sidebarCookieSeconds = 604_800;
export const sidebarWidth = "16rem";
export const sidebarWidthMobile = "18rem";
export const sidebarWidthIcon = "3rem";
/** With Ctrl or Cmd. */
export const sidebarKey = "b";

/** Pixels. */
export const teamDropdownMaxHeight = 300;
export const notificationPanelMaxHeight = 500;
export const prefetchMargin = 200;
export const desktopFrom = 1_024;
export const tabletFrom = 768;

export const notificationsShown = 3;

/** Milliseconds. */
export const lazyDelay = 200;
export const notificationCollapseDelay = 400;
export const teamSwitchMinimum = 600;
export const liveCheckInterval = 10_000;

export const toastAutoClose = 3_000;
/** With a button: time to read and press it. */
export const toastWithAction = 10_000;
export const toastLimit = 3;
export const toastPosition = "bottom-right";
export const toastStoreRemoveDelay = 1_000_000;

/** Socket.IO's reconnect policy; milliseconds. */
export const socketPath = "/socket.io";
export const socketTransports = ["polling", "websocket", "webtransport"] as const;
export const reconnect = {
  attempts: 100,
  delay: 1_000,
  delayMax: 5_000,
  jitter: 0.5,
  timeout: 20_000,
} as const;

/** Percent of the plan box's progress bar. */
export const planProgressMax = 100;

export const staticPath = "/static";

/** Where the color picker of a share link starts: close to Muster's own accent. */
export const suggestedAccent = "#3b5bdb";
