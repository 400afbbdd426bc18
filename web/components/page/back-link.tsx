import { Link, type LinkProps } from "@tanstack/react-router";
import { Icon } from "../icon/icon.tsx";
import styles from "./back-link.module.css";

interface BackLinkProps {
  to: NonNullable<LinkProps["to"]>;
  /** The list. */
  children: string;
}

/** Leads from one record to the list of all. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="chevronLeft" size={16} />
      {children}
    </Link>
  );
}
