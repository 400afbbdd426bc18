import { Link, type LinkProps } from "@tanstack/react-router";
import styles from "./bar.module.css";

interface BarLinksProps {
  links: readonly { to: NonNullable<LinkProps["to"]>; label: string }[];
  onFollow?: () => void;
}

/** Links in the bar. The router marks the current one with `aria-current="page"`. */
export function BarLinks({ links, onFollow }: BarLinksProps) {
  return links.map(({ to, label }) => (
    <Link
      key={to}
      to={to}
      className={styles.link}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={onFollow}
    >
      {label}
    </Link>
  ));
}
