import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import type { RateLimitName } from "@/lib/contract/base/rate-limits";
import { isMultipart } from "../../../platform/http/body/receive-upload";
import type { MatchedRoute } from "./match";

/** The rate limits of unauthenticated callers, or below `/s` of visitors. */
export const listStrangerLimits = ({ shared, route: { endpoint } }: MatchedRoute): readonly RateLimitName[] =>
  (shared && endpoint.visitors ? endpoint.visitors : endpoint).rateLimits.strangers;

/** Whether the request's body has files. */
export const hasUpload = ({ multipart, files }: ShapedEndpoint, request: Request): boolean =>
  multipart !== undefined || (files !== undefined && isMultipart(request));

/** Whether the dispatcher reads the body: not for uploads, nor for handlers that read the raw body. */
export const hasJsonBody = (endpoint: ShapedEndpoint, request: Request): boolean =>
  endpoint.method !== "GET" && !endpoint.ownBody && !hasUpload(endpoint, request);

/** Whether the call needs disk space, so that it is refused while the disk is nearly full. */
export const needsDiskSpace = ({ method, whenFull }: ShapedEndpoint): boolean =>
  method !== "GET" && method !== "DELETE" && !whenFull;
