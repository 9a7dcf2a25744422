import Link from "next/link";
import type { ReactNode } from "react";

/** A link among the facts of an app. */
export const FactLink = (props: { href: string; children: ReactNode }) => (
  <Link {...props} className="text-accent hover:underline" />
);
