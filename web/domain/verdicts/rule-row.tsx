import { Badge } from "../../components/badge/badge.tsx";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import type { RuleFigure, RuleMeter } from "./rule-figure.ts";
import styles from "./verdicts.module.css";

interface RuleRowProps {
  figure: RuleFigure;
  /** The rule in words. */
  words: string | undefined;
}

/** Shows a rule with its current figure; expands to show the reason. */
export function RuleRow({ figure, words }: RuleRowProps) {
  const { name, status, note, meter, tightest, reason, isReasonOpen } = figure;
  const isReasonNote = note === reason;
  return (
    <li className={styles.rule}>
      <div className={styles.head}>
        <h4>{name}</h4>
        <Badge tone={status.tone}>{status.word}</Badge>
      </div>
      <p className={styles.figure}>
        {figure.figure === null ? null : <strong>{figure.figure}</strong>} {note}
      </p>
      {meter ? <Meter name={name} meter={meter} tone={status.tone} /> : null}
      {isReasonOpen && !isReasonNote ? <p className={styles.reason}>{reason}</p> : null}
      <Details
        name={name}
        texts={[words, isReasonOpen || isReasonNote ? undefined : reason, tightest]}
      />
    </li>
  );
}

function Meter({ name, meter, tone }: { name: string; meter: RuleMeter; tone: string }) {
  return (
    <div className={styles.meter} data-tone={tone}>
      <ProgressBar
        isMeter
        value={meter.value}
        aria-label={name}
        aria-valuetext={meter.text}
        className={styles.track}
      />
      {meter.mark === undefined ? null : (
        <span className={styles.mark} style={{ insetInlineStart: `${meter.mark}%` }} />
      )}
    </div>
  );
}

function Details({ name, texts }: { name: string; texts: (string | null | undefined)[] }) {
  const known = texts.filter((text) => text != null);
  if (known.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary aria-label={`Details of ${name}`}>Details</summary>
      {known.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </details>
  );
}
