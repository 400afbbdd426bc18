import { Banner } from "../../components/feedback/banner.tsx";
import type { CaseOutcome } from "./case-outcome.ts";
import styles from "./verify.module.css";

interface CaseResultProps {
  fileName: string;
  outcome: CaseOutcome;
}

/** Shows the result in one line, with the first difference if there is one. */
export function CaseResult({ fileName, outcome }: CaseResultProps) {
  if (outcome.result === "confirmed") {
    const { signature, areHashesChecked, milliseconds } = outcome.shown;
    const isFullyChecked = signature === "valid" && areHashesChecked;
    return (
      <Banner tone="good" title="Verdict confirmed">
        <p>
          The records and rules in <b>{fileName}</b> produce exactly the verdict that it states
          {isFullyChecked ? ", and the firm signed it." : "."}
        </p>
        {isFullyChecked ? null : <p>The signature was not checked: see below.</p>}
        <p className={styles.soft}>Judged in your browser in {formatSeconds(milliseconds)}.</p>
      </Banner>
    );
  }
  if (outcome.result === "no-case") {
    return (
      <Banner tone="neutral" title="Not a case file">
        <p>
          <b>{fileName}</b>: {outcome.message}
        </p>
      </Banner>
    );
  }
  const { path, message } = outcome.difference;
  return (
    <Banner tone="bad" title="Not confirmed">
      <p>
        The first difference in <b>{fileName}</b> is at <code>{path}</code>.
      </p>
      <p>{message}</p>
    </Banner>
  );
}

function formatSeconds(milliseconds: number): string {
  return milliseconds < 100 ? "less than 0.1 s" : `${(milliseconds / 1000).toFixed(1)} s`;
}
