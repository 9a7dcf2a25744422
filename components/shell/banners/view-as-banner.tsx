"use client";

import { Banner } from "@/components/shared/status/banner";
import { useAccount } from "@/context/account";
import { useShortcut } from "@/hooks/page/use-shortcut";
import { viewAs } from "@/lib/api/tokens/view-as";

/** Shows whose view is active, and ends it. */
export function ViewAsBanner() {
  const { viewingAs } = useAccount();
  return viewingAs && <View name={viewingAs.name} />;
}

function View({ name }: { name: string }) {
  useShortcut("escape", viewAs.leave);
  return (
    <Banner tone="warning" className="m-4 mb-0" action={{ label: "Leave this view", onSelect: viewAs.leave }}>
      You see the console as <bdi className="font-medium">{name}</bdi>. Nothing can be changed meanwhile.
      <span className="max-md:hidden"> Escape leaves this view.</span>
    </Banner>
  );
}
