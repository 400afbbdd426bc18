import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import ListItemButton, { type ListItemButtonProps } from "@mui/material/ListItemButton";
import { createLink, type LinkProps, useLocation } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useId } from "react";

/** Marks the page of a link only if the path is the same, whatever its table shows. */
export const exactly = { exact: true, includeSearch: false } as const;

/** A link to a page in a menu. The router marks the current one with `aria-current="page"`. */
export const MenuLink = createLink(function MenuAnchor(
  props: Omit<ListItemButtonProps<"a">, "component">,
) {
  return <ListItemButton component="a" {...props} />;
});

/** A link to a page in the bar, with a line below the current one. */
export const BarLink = createLink(function BarAnchor(
  props: Omit<ComponentProps<typeof Link>, "sx">,
) {
  return <Link underline="none" {...props} sx={barItem} />;
});

/** Below this width, the administrators' bar has less room between its parts. */
export const compactBar = "@media (width < 1280px)";

/** Fills the height of the bar. */
export const barItem = {
  position: "relative",
  display: "flex",
  alignItems: "center",
  gap: 0.75,
  px: 1.5,
  [compactBar]: { gap: 0.5, px: 0.75 },
  borderRadius: 0,
  color: "text.secondary",
  fontWeight: 500,
  whiteSpace: "nowrap",
  "&:focus-visible": { outlineOffset: -4 },
  "&:hover, &[aria-current], &[data-current], &[aria-expanded=true]": {
    background: "none",
    color: "text.primary",
  },
  "&:is([aria-current], [data-current])::after": {
    content: '""',
    position: "absolute",
    inset: "auto 0.75rem -1px",
    [compactBar]: { insetInline: "0.375rem" },
    borderBlockEnd: "2px solid var(--accent)",
  },
};

interface NavPage {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  /** Shown next to the label. It describes the link instead of being part of its name, which stays the same. */
  count?: ReactNode;
}

interface NavLinksProps {
  links: readonly NavPage[];
  /** Set in the slide-out menu, which it closes; otherwise the links are for the bar. */
  onFollow?: (() => void) | undefined;
}

/** The links to the main pages. A line also marks the one above the current page, such as that of a list. */
export function NavLinks({ links, onFollow }: NavLinksProps) {
  const id = useId();
  const pathname = useLocation({ select: (location) => location.pathname });
  const NavAnchor = onFollow ? MenuLink : BarLink;
  return links.map(({ to, label, count }) => (
    <NavAnchor
      key={to}
      to={to}
      activeOptions={exactly}
      data-current={pathname.startsWith(`${to}/`) ? "" : undefined}
      aria-describedby={count ? `${id}${to}` : undefined}
      onClick={onFollow}
    >
      {label}
      {count ? (
        <span id={`${id}${to}`} aria-hidden="true">
          {count}
        </span>
      ) : null}
    </NavAnchor>
  ));
}

interface CountChipProps {
  count: string;
  /** What the count is of, for screen readers. */
  word: string;
  color?: "warning" | "primary";
}

/** A count next to the name of a page. */
export function CountChip({ count, word, color = "warning" }: CountChipProps) {
  const label = (
    <>
      {count}
      <span className="visually-hidden">{` ${word}`}</span>
    </>
  );
  return <Chip component="span" color={color} label={label} />;
}
