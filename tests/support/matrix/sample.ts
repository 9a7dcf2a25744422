import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { endpoints } from "../registry";

const whole = process.env.MATRIX === "all";
const position = new Map(endpoints.map(({ name }, index) => [name, index]));

/** Every third of the callers or cases, others for the next call; with MATRIX=all, as in `npm run soak`, all of them. */
export const callersFor = <T>({ name }: ShapedEndpoint, callers: readonly T[]): T[] =>
  callers.filter((_, index) => whole || (index + (position.get(name) ?? 0)) % 3 === 0);

/** Whether the call is tried with a team of its own; every second one of those that write is, with MATRIX=all each. */
export const isTried = ({ name, method }: ShapedEndpoint): boolean =>
  whole || method === "GET" || (position.get(name) ?? 0) % 2 === 0;
