/** Set by the server on requests for the page of an embedded app: its team, and the websites that may show it. */
export const embedTeamHeader = "x-muster-embed-team";
export const embedOriginsHeader = "x-muster-embed-origins";

/** How long the page waits for the script of the website, which may be missing; milliseconds. */
export const embedGreetingWait = 1_500;
export const maxEmbedStarters = 6;
export const maxEmbedText = 500;
