"use client";

import {
  BookOpen,
  ChartColumn,
  Code,
  CreditCard,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  ScrollText,
  ServerCog,
  Sun,
  User,
} from "lucide-react";
import Link from "next/link";
import { Avatar } from "@/components/shared/details/avatar";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { useAccount } from "@/context/account";
import { type ThemeChoice, useTheme } from "@/context/theme";
import { useDeveloperMode } from "@/hooks/account/use-developer-mode";
import { useLogout } from "@/hooks/account/use-logout";
import { Permission } from "@/lib/permissions/bits";

const themes = [
  { choice: "light", label: "Light", icon: Sun },
  { choice: "dark", label: "Dark", icon: Moon },
  { choice: "system", label: "System", icon: Monitor },
] as const satisfies readonly { choice: ThemeChoice; label: string; icon: typeof Sun }[];

interface MenuLinkProps {
  href: string;
  icon: LucideIcon;
  label: string;
}

function MenuLink({ href, icon: Icon, label }: MenuLinkProps) {
  return (
    <DropdownMenuItem asChild>
      <Link href={href}>
        <Icon aria-hidden className="size-4" />
        {label}
      </Link>
    </DropdownMenuItem>
  );
}

export function UserMenu() {
  const { account, linkSlug, managed } = useAccount();
  const { choice, choose } = useTheme();
  const developer = useDeveloperMode();
  const logout = useLogout();
  if (!account) return null;
  return (
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger className="flex h-9 items-center gap-2 rounded-control px-1.5 text-body hover:bg-hover">
        <Avatar email={account.email} name={account.name} size="sm" />
        <span className="sr-only">Account: </span>
        <span dir="auto" className="max-w-40 truncate max-md:sr-only">
          {account.name}
        </span>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="min-w-56">
        <DropdownMenuLabel className="flex flex-col">
          <span dir="auto" className="truncate text-body font-medium text-default">
            {account.name}
          </span>
          <span className="truncate text-label font-normal text-muted">{account.email}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <MenuLink href="/account" icon={User} label="Account" />
        <MenuLink href="/billing" icon={CreditCard} label="Billing" />
        {linkSlug && !managed && <MenuLink href={`/${linkSlug}/usage`} icon={ChartColumn} label="Usage" />}
        {linkSlug && !managed && account.permissions.includes(Permission.ORG_OWNER) && (
          <MenuLink href={`/${linkSlug}/audit`} icon={ScrollText} label="Audit log" />
        )}
        {account.permissions.includes(Permission.ROOT) && (
          <MenuLink href="/admin" icon={ServerCog} label="Administration" />
        )}
        <MenuLink href="/guide" icon={LifeBuoy} label="Guides" />
        <MenuLink href="/reference" icon={BookOpen} label="API reference" />
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Theme</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={choice}>
          {themes.map(({ choice: value, label, icon: Icon }) => (
            <DropdownMenuRadioItem key={value} value={value} onSelect={() => choose(value)}>
              <Icon aria-hidden className="size-4" />
              {label}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuCheckboxItem checked={developer.on} onCheckedChange={developer.toggle}>
          <Code aria-hidden className="size-4" />
          Developer Mode
        </DropdownMenuCheckboxItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem disabled={logout.pending} onSelect={() => void logout.run()}>
          <LogOut aria-hidden className="size-4" />
          Log out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
