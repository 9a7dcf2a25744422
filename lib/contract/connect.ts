import { z } from "zod";
import { oauthServices } from "@/lib/constants/oauth-services";
import { connect as calls } from "./calls/connect";
import { defineShapes, withShapes } from "./endpoint";

const serviceField = z.enum(oauthServices, "Choose a service.");

const serviceSchema = z.object({
  service: serviceField,
  title: z.string(),
  /** Whether this server is registered with it. */
  ready: z.boolean(),
  /** What whoever runs the server sets for it. */
  variables: z.array(z.string()),
  /** What to register there as the address to come back to. */
  callback: z.string(),
});
export type ConnectService = z.output<typeof serviceSchema>;

/** What each call takes and answers. */
export const shapes = defineShapes({
  services: { response: z.object({ services: z.array(serviceSchema) }) },
  begin: {
    body: z.object({ service: serviceField }),
    /** The service's page of consent. */
    response: z.object({ url: z.string() }),
  },
  finish: {
    body: z.object({ code: z.string().min(1).max(4_000), state: z.string().min(1).max(1_000) }),
    /** Stands for the grant in a connection's settings, as their `refreshToken`. */
    response: z.object({ grant: z.string(), service: serviceField }),
  },
});

export const connect = withShapes(calls, shapes);
