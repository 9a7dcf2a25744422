import { TOTP } from "otpauth";
import { accounts } from "@/lib/contract/accounts/schemas";
import { security } from "@/lib/contract/security/schemas";
import { CLIENT_ADDRESS_HEADER } from "@/lib/server/platform/http/front/client-address";
import { callAs, expectOk, goodPassword, type Person } from "./client";

/** The code that an authenticator app shows now, or some steps of half a minute later. */
export const codeOf = (secret: string, later = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + later * 30_000 });

/** Turns on two-factor sign-in; the app's secret and the recovery codes. */
export async function turnOnTwoFactor({ token }: Pick<Person, "token">) {
  const begun = await expectOk(callAs(security.beginTwoFactor, { token, body: { password: goodPassword } }));
  const secret = String(begun.secret);
  // The step before: so that the present code is left for what the test does next.
  const done = await expectOk(callAs(security.turnOnTwoFactor, { token, body: { code: codeOf(secret, -1) } }));
  return { secret, uri: String(begun.uri), recoveryCodes: done.recoveryCodes as string[] };
}

interface From {
  address?: string;
  cookie?: string;
  userAgent?: string;
}

export const from = ({ address, cookie, userAgent }: From): Record<string, string> => ({
  ...(address ? { [CLIENT_ADDRESS_HEADER]: address } : {}),
  ...(cookie ? { cookie } : {}),
  ...(userAgent ? { "user-agent": userAgent } : {}),
});

export const login = (
  { email }: Pick<Person, "email">,
  { password = goodPassword, code, ...place }: From & { password?: string; code?: string } = {},
) => callAs(accounts.login, { body: { email, password, code }, headers: from(place) });

/** A cookie of the answer, as the browser sends it back. */
export function cookieIn(response: Response, name: string): string | undefined {
  const set = response.headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  return set?.split(";")[0];
}
