import { z } from "zod";
import { nameMax } from "@/lib/constants/limits";

/** A reference to a part: its name, numbered if ambiguous. */
export const refField = z
  .string()
  .trim()
  .min(1, "Enter a name.")
  .max(nameMax + 10, `Use up to ${nameMax + 10} characters.`);
export const refs = z.array(refField).max(100, "List up to 100.").default([]);
