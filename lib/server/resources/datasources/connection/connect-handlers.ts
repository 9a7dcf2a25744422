import { oauthServices, serviceTitles } from "@/lib/constants/oauth-services";
import { connect as contract } from "@/lib/contract/connect/schemas";
import { implement } from "../../../access/calls/implement";
import { beginAuthorization, callbackUrl, finishAuthorization } from "../../../engine/connectors/oauth/authorize";
import { listConfiguredServices, listVariables } from "../../../engine/connectors/oauth/services";
import { withConnectors } from "./engines";
import { storeGrant } from "./grants";

/** Binds the authorization to the browser that started it, so that no one can be tricked into finishing someone else's. */
export const connectCookie = "muster_connect";
const inCookies = new RegExp(`(?:^|;\\s*)${connectCookie}=([\\w.-]{1,1000})(?:;|$)`);

const stateSeconds = 600;

implement(contract, {
  services: () => {
    const ready = new Set(listConfiguredServices());
    const services = oauthServices.map((service) => ({
      service,
      title: serviceTitles[service],
      ready: ready.has(service),
      variables: listVariables(service),
      callback: callbackUrl(service),
    }));
    return { services };
  },
  begin: ({ ctx: { teamId, accountId }, body: { service }, setCookie }) => {
    const { url, state } = beginAuthorization({ service, teamId, accountId });
    setCookie(connectCookie, state, stateSeconds);
    return { url };
  },
  finish: async ({ ctx, body: { code, state }, setCookie }) => {
    const { db, team, teamId, accountId, signal } = ctx;
    const cookie = inCookies.exec(ctx.request.headers.get("cookie") ?? "")?.[1];
    setCookie(connectCookie, null, 0);
    const granted = await withConnectors(db, { teamId, team }, signal, (way) =>
      finishAuthorization({ code, state, cookie, teamId, accountId }, way),
    );
    const grant = await ctx.write((tx) => storeGrant(tx, { teamId, accountId }, granted));
    return { grant, service: granted.service };
  },
});
