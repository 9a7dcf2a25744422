"use client";

import type { ComponentProps } from "react";
import { RadioGroup, RadioItem } from "@/components/ui/radio-group";
import { useSendsMail } from "@/hooks/account/use-sends-mail";

/** The choice of who has access to an app. */
export function AccessRadio(props: ComponentProps<typeof RadioGroup>) {
  // Without mail no address can be confirmed.
  const lacksMail = useSendsMail() === false;
  return (
    <RadioGroup {...props}>
      <RadioItem card value="team" label="Team" help="Every member can use the app and see its sessions." />
      <RadioItem
        card
        value="private"
        label="Private"
        help="Only the app's creator and team admins can use the app and see its sessions."
      />
      <RadioItem
        card
        value="whitelist"
        label="Specific people"
        help={
          lacksMail
            ? "Not available: this server can't confirm email addresses."
            : "Your team, plus people you list by email. They open a share link and sign in with a confirmed address."
        }
        disabled={lacksMail && props.value !== "whitelist"}
      />
      <RadioItem
        card
        value="public"
        label="Anyone with the link"
        help="No account needed. Visitors see only their own sessions."
      />
    </RadioGroup>
  );
}
