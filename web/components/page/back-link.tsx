import { Link, type LinkProps } from "@tanstack/react-router";
import { Icon } from "../icon/icon.tsx";
import styles from "./back-link.module.css";

interface BackLinkProps {
  to: NonNullable<LinkProps["to"]>;
  /** The name of the list. */
  children: string;
}

/** Links from a record back to the list. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link to={to} className={styles.back}>
      <Icon name="chevronLeft" size={16} />
      {children}
    </Link>
  );
}
