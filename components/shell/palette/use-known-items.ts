"use client";

import { Clock, Star, StarOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useAccount } from "@/context/account";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { confirmLeave } from "@/hooks/forms/use-unsaved-guard";
import { favorites } from "@/lib/contract/favorites/calls";
import type { NamedItem } from "@/lib/contract/favorites/schemas";
import { listLinks } from "../sidebar/nav";
import { listRecent } from "./recent-items";
import type { PaletteCommand } from "./use-commands";
import { useOpenItem } from "./use-open-item";

const shownRecent = 5;

const findLink = (type: NamedItem["type"]) => listLinks.find(({ detail }) => detail === `/${type}/`);

/** The person's favorites and recently opened items, and a command for the open page. */
export function useKnownItems(): PaletteCommand[] {
  const router = useRouter();
  const { team, managed } = useAccount();
  const slug = team?.id ?? "";
  const openId = useOpenItem();
  const params = { resourceSlug: slug };
  const recent = listRecent(slug).join(",");
  const { data } = useEndpoint(favorites.list, {
    params,
    query: { ...(recent && { recent }) },
    enabled: Boolean(team) && !managed,
  });
  const add = useAction(favorites.add, { success: "Added to favorites." });
  const remove = useAction(favorites.remove, { success: "Removed from favorites." });
  if (!data) return [];
  const isFavorite = (id: string) => data.favorites.some(({ _id }) => _id === id);
  const toCommand = (group: string, { _id, type, name }: NamedItem): PaletteCommand => {
    const link = findLink(type);
    return {
      id: `${group} ${_id}`,
      group,
      label: name,
      help: (link?.palette?.[0] ?? link?.label) || undefined,
      icon: link?.palette?.[1] ?? link?.icon ?? Clock,
      run: () => confirmLeave(() => router.push(`/${slug}/${type}/${_id}`)),
    };
  };
  const current = data.recent.find(({ _id }) => _id === openId);
  const others = data.recent.filter(({ _id }) => _id !== openId && !isFavorite(_id)).slice(0, shownRecent);
  return [
    ...data.favorites.map((item) => toCommand("Favorites", item)),
    ...others.map((item) => toCommand("Recent", item)),
    ...(current
      ? [
          isFavorite(current._id)
            ? {
                id: "favorite",
                group: "This page",
                label: `Remove “${current.name}” from favorites`,
                icon: StarOff,
                run: () => void remove.run({ params: { ...params, favoriteId: current._id } }),
              }
            : {
                id: "favorite",
                group: "This page",
                label: `Add “${current.name}” to favorites`,
                icon: Star,
                run: () => void add.run({ params, body: { id: current._id } }),
              },
        ]
      : []),
  ];
}
