import Link from "@mui/material/Link";
import { useLinkProps } from "@tanstack/react-router";
import { firmName } from "../../app/document/page-meta.ts";
import { Mark } from "./mark.tsx";

interface BrandLinkProps {
  to: "/" | "/admin/dashboard";
  /** Leads to the page with a request to the server, from a page outside of the signed-in areas. */
  reloads?: boolean;
}

/** The firm's mark and name, which lead to the first page. */
export function BrandLink({ to, reloads = false }: BrandLinkProps) {
  // Only the navigation marks the current page.
  const { "aria-current": _, ...link } = useLinkProps({ to });
  return (
    <Link {...(reloads ? { href: to } : link)} color="inherit" underline="none" sx={look}>
      <Mark size={26} />
      {firmName}
    </Link>
  );
}

const look = {
  display: "flex",
  alignItems: "center",
  gap: 1.25,
  minWidth: 26,
  overflow: "hidden",
  fontSize: "0.9375rem",
  fontWeight: 650,
  letterSpacing: "-0.015em",
  whiteSpace: "nowrap",
};
