import { z } from "zod";

/**
 * The schema of an event's body. Unknown fields pass through, so that a server can read events of a newer version. A
 * field added after the first version of its kind is optional, as older events lack it.
 */
export const eventBody = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S> => z.looseObject(shape);

/** Set if the stored body is lost or damaged: a message. Large fields then have placeholders. */
export const missing = { missing: z.string().optional() };

/** In a process: the task, or the delegation, that the event belongs to. */
export const part = { taskId: z.string().optional(), delegation: z.string().optional() };
