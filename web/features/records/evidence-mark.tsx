import type { TradingDay } from "../../../src/business/trading/records/record.schema.ts";
import styles from "./evidence.module.css";
import { keysOf } from "../../../src/platform/fields/keys-of.rule.ts";

type Evidence = TradingDay["evidence"];

export const evidenceWords: Readonly<Record<Evidence, string>> = {
  observed: "Observed",
  partly_observed: "Partly observed",
  closed_results: "Closed results",
};

export const evidenceSentences: Readonly<Record<Evidence, string>> = {
  observed: "Equity was observed whenever a position was open.",
  partly_observed: "Equity was observed for part of the time that positions were open.",
  closed_results:
    "Only closed results are known; equity was not observed while positions were open.",
};

/** A full, half or empty circle. The text next to it or the legend explains it. */
export function EvidenceMark({ evidence }: { evidence: Evidence }) {
  return <span className={styles.mark} data-evidence={evidence} aria-hidden="true" />;
}

/** Explains the marks. */
export function EvidenceLegend() {
  return (
    <ul className={styles.legend} aria-label="Evidence of a day's equity">
      {keysOf(evidenceWords).map((evidence) => (
        <li key={evidence}>
          <EvidenceMark evidence={evidence} />
          {evidenceWords[evidence]}
        </li>
      ))}
    </ul>
  );
}
