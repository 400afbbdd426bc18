import { timeInWords } from "../../../src/business/judgement/engine/findings.rule.ts";
import type { Verdict } from "../../../src/business/judgement/engine/verdict.schema.ts";
import { Badge } from "../../components/badge/badge.tsx";
import {
  gradeSentence,
  gradeWords,
  outcomeSentence,
  outcomeStatus,
  type BreachStanding,
} from "./verdict-words.ts";
import styles from "./verdicts.module.css";

interface VerdictSummaryProps {
  verdict: Verdict;
  standing: BreachStanding;
  /** Without it, the evidence is shown elsewhere. */
  hasEvidence?: boolean;
}

/** Shows the outcome, the evidence for it, and what is unknown, in the same words for traders and administrators. */
export function VerdictSummary({ verdict, standing, hasEvidence = true }: VerdictSummaryProps) {
  const { word, tone } = outcomeStatus(verdict.outcome, standing);
  return (
    <div className={styles.summary}>
      <dl className={styles.facts}>
        <div>
          <dt>Verdict</dt>
          <dd>
            <p className={styles.outcome}>
              <Badge tone={tone}>{word}</Badge>
              <span className={styles.time}>{whenWords(verdict)}</span>
            </p>
            <p>{outcomeSentence(verdict, standing)}</p>
          </dd>
        </div>
        {hasEvidence ? (
          <div>
            <dt>Evidence</dt>
            <dd>
              <p className={styles.grade}>{gradeWords[verdict.grade]}</p>
              <p>{gradeSentence(verdict)}</p>
            </dd>
          </div>
        ) : null}
      </dl>
      <Unknown verdict={verdict} />
      <Findings findings={verdict.findings} />
    </div>
  );
}

/** Shows an end with the precision of the records, but the current time without milliseconds. */
function whenWords({ asOf, endedAt }: Verdict): string {
  if (endedAt !== null) return `All figures as of ${timeInWords(endedAt)}`;
  return `As of ${timeInWords(Math.floor(Date.parse(asOf) / 1000) * 1000)}`;
}

/** Lists limits for which it is unknown whether they were kept. */
function Unknown({ verdict: { rules } }: { verdict: Verdict }) {
  const unknown = rules.filter(({ status }) => status === "undetermined");
  if (unknown.length === 0) return null;
  return (
    <div className={styles.list}>
      <h3>What is not known</h3>
      <ul>
        {unknown.map(({ kind, index, reason }) => (
          <li key={`${kind}-${index}`}>{reason}</li>
        ))}
      </ul>
    </div>
  );
}

function Findings({ findings }: Pick<Verdict, "findings">) {
  if (findings.length === 0) return null;
  return (
    <div className={styles.list}>
      <h3>Findings</h3>
      <ul>
        {findings.map(({ code, message, at }, index) => (
          <li key={`${code}-${at}-${index}`}>{message}.</li>
        ))}
      </ul>
    </div>
  );
}
