import { Link, type LinkProps } from "@tanstack/react-router";
import { useId } from "react";
import type { WaitingQueue } from "./admin-pages.ts";
import styles from "./bar.module.css";
import { WaitingCount } from "./waiting-count.tsx";

interface BarLinkProps {
  to: NonNullable<LinkProps["to"]>;
  label: string;
  /** The queue whose length is shown next to the label. */
  waiting?: WaitingQueue;
  onFollow?: () => void;
}

/** Links in the bar. The router marks the current one with `aria-current="page"`. */
export function BarLinks({
  links,
  onFollow,
}: {
  links: readonly BarLinkProps[];
  onFollow?: () => void;
}) {
  return links.map(({ to, label, waiting }) => (
    <BarLink key={to} to={to} label={label} waiting={waiting} onFollow={onFollow} />
  ));
}

/** The count describes the link instead of being part of its name, which therefore stays the same. */
function BarLink({ to, label, waiting, onFollow }: BarLinkProps) {
  const countId = useId();
  return (
    <Link
      to={to}
      className={styles.link}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-describedby={waiting && countId}
      onClick={onFollow}
    >
      {label}
      {waiting ? (
        <span id={countId} aria-hidden="true" className={styles.count}>
          <WaitingCount queue={waiting} />
        </span>
      ) : null}
    </Link>
  );
}
