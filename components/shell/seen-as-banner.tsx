"use client";

import { Banner } from "@/components/shared/banner";
import { useAccount } from "@/context/account";
import { useShortcut } from "@/hooks/use-shortcut";
import { seeAs } from "@/lib/api/see-as";

/** Says with whose eyes the console is seen, and leads back. */
export function SeenAsBanner() {
  const { seenAs } = useAccount();
  return seenAs && <View name={seenAs.name} />;
}

function View({ name }: { name: string }) {
  useShortcut("escape", seeAs.leave);
  return (
    <Banner tone="warning" className="m-4 mb-0" action={{ label: "Leave this view", onSelect: seeAs.leave }}>
      You see the console as <bdi className="font-medium">{name}</bdi>. Nothing can be changed meanwhile.
      <span className="max-md:hidden"> Escape leaves this view.</span>
    </Banner>
  );
}
