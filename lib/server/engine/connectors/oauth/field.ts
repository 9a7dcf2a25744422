import { z } from "zod";
import { type OauthService, oauthServices, serviceTitles } from "@/lib/constants/oauth-services";
import { isObject } from "@/lib/utils/json/is-object";
import type { JsonSchema } from "../shared/types";

/** The variant of a connector's `authentication` that OAuth sign-in fills in. */
export const createOauthField = (service: OauthService) =>
  z
    .object({
      type: z.literal("oauth"),
      refreshToken: z
        .string({ error: "Connect the account first." })
        .min(1, "Connect the account first.")
        .max(20_000, "This sign-in isn't valid.")
        .meta({ title: "Connection", format: "password", "x-oauth": service }),
    })
    .meta({ title: `Sign in with ${serviceTitles[service]}` });

const isService = (name: unknown): name is OauthService => oauthServices.some((one) => one === name);

/** The OAuth service of a connector; undefined when it accepts only keys. */
export function findOauthService({ properties }: JsonSchema): OauthService | undefined {
  const authentication = isObject(properties) ? properties.authentication : undefined;
  if (!isObject(authentication)) return undefined;
  const variants: unknown = authentication.oneOf ?? authentication.anyOf;
  for (const variant of Array.isArray(variants) ? variants : []) {
    const fields: unknown = isObject(variant) ? variant.properties : undefined;
    const field = isObject(fields) ? fields.refreshToken : undefined;
    const service = isObject(field) ? field["x-oauth"] : undefined;
    if (isService(service)) return service;
  }
  return undefined;
}
