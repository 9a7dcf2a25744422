import { defineShapes, withShapes } from "../base/endpoint";
import { mcp as policies } from "./policies";

/** Its requests and responses are JSON-RPC messages, which the handler validates. */
export const shapes = defineShapes({ send: {} });

export const mcp = withShapes(policies, shapes);
