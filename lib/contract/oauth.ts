import { z } from "zod";
import { oauthProviders } from "@/lib/constants/oauth";
import { oauth as calls } from "./calls/oauth";
import { defineShapes, withShapes } from "./endpoint";
import { empty } from "./fields";
import { proof } from "./security";

const providerField = z.enum(oauthProviders, "Choose a provider.");

export const startForm = z.object({
  provider: providerField,
  /** Links the provider's account to the one that is signed in. */
  link: z.boolean().optional(),
  /** To link: whoever does that can sign in by it from then on. */
  password: proof,
  goto: z.string().max(2_000).optional(),
});
const comeBack = z.object({ code: z.string().min(1).max(2_000), state: z.string().min(1).max(200) });
export const secondStepForm = z.object({ ticket: z.string().min(1).max(200), code: z.string().max(40).optional() });
/** What the provider sent back, or the second step of an account that has one. */
export const finishForm = z.union([comeBack, secondStepForm]);

/** What each call takes and answers. */
export const shapes = defineShapes({
  ways: {
    response: z.object({ providers: z.array(providerField) }),
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

export const oauth = withShapes(calls, shapes);
