import Box from "@mui/material/Box";
import Breadcrumbs from "@mui/material/Breadcrumbs";
import { Link, type LinkProps } from "@tanstack/react-router";
import { Icon } from "../icon/icon.tsx";

interface BackLinkProps {
  to: NonNullable<LinkProps["to"]>;
  /** The name of the list. */
  children: string;
}

/** Links from a record back to the list. The heading below names the record itself. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Breadcrumbs aria-label="Breadcrumb" sx={{ mb: 0.5, ml: -0.5, typography: "body2" }}>
      <Box
        component={Link}
        to={to}
        sx={{ display: "inline-flex", alignItems: "center", py: 0.25, color: "text.secondary" }}
      >
        <Icon name="chevronLeft" size={16} />
        {children}
      </Box>
    </Breadcrumbs>
  );
}
