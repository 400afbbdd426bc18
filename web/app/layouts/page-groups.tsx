import { useId } from "react";
import styles from "./admin-layout.module.css";
import { PageLink } from "./page-link.tsx";
import { useMorePages } from "./use-more-pages.ts";

interface PageGroupsProps {
  showsHints?: boolean;
  onFollow: () => void;
}

/** The pages that are not in the bar, under the titles of their groups. */
export function PageGroups({ showsHints = false, onFollow }: PageGroupsProps) {
  const id = useId();
  return useMorePages().map(({ title, pages }) => (
    <section key={title} aria-labelledby={`${id}${title}`} className={styles.group}>
      <h2 id={`${id}${title}`} className={styles.title}>
        {title}
      </h2>
      {pages.map((page) => (
        <PageLink key={page.to} page={page} showsHint={showsHints} onFollow={onFollow} />
      ))}
    </section>
  ));
}
