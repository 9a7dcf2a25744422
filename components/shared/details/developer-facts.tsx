"use client";

import { Braces } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useRawJson } from "../markdown/raw-json";
import { IdBadge } from "./id-badge";

interface Identified {
  _id?: unknown;
  name?: unknown;
}

const isIdentified = (value: unknown): value is Identified =>
  typeof value === "object" && value !== null && "_id" in value;

/** Returns the record in a value: the value itself, or the one inside a response such as `{ agent: { _id, … } }`. */
const findRecord = (value: object): Identified | undefined =>
  isIdentified(value) ? value : Object.values(value).find(isIdentified);

/** In developer mode, shows the id and JSON of the page's record. */
export function DeveloperFacts({ of }: { of: object | undefined }) {
  const raw = useRawJson();
  const record = of && findRecord(of);
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
