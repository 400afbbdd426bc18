import { useControlTabIndex } from "../focus/cell-focus.ts";
import styles from "./truncated-text.module.css";

/** One line of at most 200 px; the whole text on hover and focus. */
export function TruncatedText({ text }: { text: string }) {
  const tabIndex = useControlTabIndex() ?? 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- opens the tooltip
    <span className={styles.text} tabIndex={tabIndex} data-tooltip={text}>
      {text}
    </span>
  );
}
