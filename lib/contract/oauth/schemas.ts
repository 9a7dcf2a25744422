import { z } from "zod";
import { oauthProviders } from "@/lib/constants/oauth";
import { defineShapes, withShapes } from "../base/endpoint";
import { empty, gotoField } from "../base/fields";
import { proof } from "../security/schemas";
import { oauth as policies } from "./policies";

const providerField = z.enum(oauthProviders, "Choose a provider.");

const startForm = z.object({
  provider: providerField,
  /** Links the provider's account to the one that is signed in. */
  link: z.boolean().optional(),
  /** Required to link an account, which can be used to sign in afterwards. */
  password: proof,
  goto: gotoField,
});
const providerReturn = z.object({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(200) });
export const secondStepForm = z.object({ ticket: z.string().min(1).max(200), code: z.string().max(40).optional() });
/** The provider's parameters, or the second step of two-factor authentication. */
const finishForm = z.union([providerReturn, secondStepForm]);

export const shapes = defineShapes({
  ways: {
    response: z.object({
      providers: z.array(providerField),
      /** Whether an organization has an identity provider. */
      sso: z.boolean(),
    }),
  },
  start: {
    body: startForm,
    /** The provider's page. */
    response: z.object({ url: z.string() }),
  },
  finish: {
    body: finishForm,
    response: z.object({ token: z.string().optional(), redirect: z.string() }),
  },
  unlink: { body: z.object({ provider: providerField }), response: empty },
});

export const oauth = withShapes(policies, shapes);
