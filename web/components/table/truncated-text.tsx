import styles from "./truncated-text.module.css";

/** One line of at most 200 px; the whole text on hover and focus. */
export function TruncatedText({ text }: { text: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- opens the tooltip
    <span className={styles.text} tabIndex={0} data-tooltip={text}>
      {text}
    </span>
  );
}
