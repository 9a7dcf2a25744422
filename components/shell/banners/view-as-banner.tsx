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
    <Banner tone="warning" className="m-4 mb-0" action={{ label: "Exit", onSelect: viewAs.leave }}>
      Viewing as <bdi className="font-medium">{name}</bdi> (read-only).
      <span className="max-md:hidden"> Press Esc to exit.</span>
    </Banner>
  );
}
