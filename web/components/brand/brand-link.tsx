import { Link } from "@tanstack/react-router";
import { firmName } from "../../page-meta.ts";
import styles from "./brand-link.module.css";
import { Mark } from "./mark.tsx";

export function BrandLink({ to }: { to: "/" | "/admin/dashboard" }) {
  return (
    <Link to={to} className={styles.brand} activeProps={{ "aria-current": undefined }}>
      <Mark size={26} />
      {firmName}
    </Link>
  );
}
