import { useLinkProps } from "@tanstack/react-router";
import { firmName } from "../../app/document/page-meta.ts";
import styles from "./brand-link.module.css";
import { Mark } from "./mark.tsx";

export function BrandLink({ to }: { to: "/" | "/admin/dashboard" }) {
  // Only the navigation marks the current page.
  const { "aria-current": _, ...link } = useLinkProps({ to });
  return (
    <a {...link} className={styles.brand}>
      <Mark size={26} />
      {firmName}
    </a>
  );
}
