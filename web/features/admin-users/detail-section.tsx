import { useId, type ReactNode } from "react";
import { Facts } from "../../components/panel/facts.tsx";
import styles from "./details.module.css";

interface DetailSectionProps {
  title: string;
  /** Shown at the end of the heading's line. */
  aside?: ReactNode;
  /** `Fact` elements. */
  children: ReactNode;
}

export function DetailSection({ title, aside, children }: DetailSectionProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <header>
        <h3 id={headingId}>{title}</h3>
        {aside}
      </header>
      <Facts>{children}</Facts>
    </section>
  );
}
