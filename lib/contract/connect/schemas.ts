import { z } from "zod";
import { oauthServices } from "@/lib/constants/oauth-services";
import { defineShapes, withShapes } from "../base/endpoint";
import { connect as policies } from "./policies";

const serviceField = z.enum(oauthServices, "Choose a service.");

const serviceSchema = z.object({
  service: serviceField,
  title: z.string(),
  /** Whether this server is registered with it. */
  ready: z.boolean(),
  /** Environment variables that the administrator sets for it. */
  variables: z.array(z.string()),
  /** The redirect URL to register there. */
  callback: z.string(),
});
export type ConnectService = z.output<typeof serviceSchema>;

export const shapes = defineShapes({
  services: { response: z.object({ services: z.array(serviceSchema) }) },
  begin: {
    body: z.object({ service: serviceField }),
    /** The service's consent page. */
    response: z.object({ url: z.string() }),
  },
  finish: {
    body: z.object({ code: z.string().min(1).max(4_000), state: z.string().min(1).max(1_000) }),
    /** Refers to the grant; used as `refreshToken` in a connection's settings. */
    response: z.object({ grant: z.string(), service: serviceField }),
  },
});

export const connect = withShapes(policies, shapes);
