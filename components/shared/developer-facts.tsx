"use client";

import { Braces } from "lucide-react";
import { Button } from "@/components/ui/button";
import { IdBadge } from "./id-badge";
import { useRawJson } from "./raw-json";

interface Identified {
  _id?: unknown;
  name?: unknown;
}

const isIdentified = (value: unknown): value is Identified =>
  typeof value === "object" && value !== null && "_id" in value;

/** The record in a value: the value itself, or in an answer such as `{ agent: { _id, … } }` the one that it holds. */
const recordIn = (value: object): Identified | undefined =>
  isIdentified(value) ? value : Object.values(value).find(isIdentified);

/** In developer mode, what a page shows: its id and its JSON. Else nothing. */
export function DeveloperFacts({ of }: { of: object | undefined }) {
  const raw = useRawJson();
  const record = of && recordIn(of);
  if (!raw.on || !record) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IdBadge id={String(record._id)} />
      <Button variant="link" size="sm" onClick={() => raw.show(String(record.name ?? record._id), record)}>
        <Braces aria-hidden /> Raw JSON
      </Button>
      {raw.sheet}
    </div>
  );
}
