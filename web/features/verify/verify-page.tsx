import { DropZone } from "../../components/field/drop-zone.tsx";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { PublicPage } from "../../components/public-page/public-page.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { CaseDetails, type CaseDetailsProps } from "./case-details.tsx";
import { CaseResult } from "./case-result.tsx";
import { useVerification, type VerificationState } from "./use-verification.ts";
import { stepWords, verificationSteps } from "./verdict-words.ts";
import styles from "./verify.module.css";

interface VerifyPageProps {
  renderChart: CaseDetailsProps["renderChart"];
}

/** Judges a case file in the browser. Requires no sign-in. */
export function VerifyPage({ renderChart }: VerifyPageProps) {
  const { state, verify } = useVerification();
  return (
    <PublicPage>
      <PageHeader
        title="Verify a Case"
        subtitle="Re-evaluates the records in a case file against its rules, and compares every figure with its verdict."
      />
      <Stack>
        <DropZone
          label={state.phase === "idle" ? "Choose a case file" : "Choose another case file"}
          hint="Drop a file here, or choose one. It is judged in your browser: nothing is uploaded, and it works offline."
          accept=".json,application/json"
          onFile={(file) => void verify(file)}
        />
        <div aria-live="polite" className={styles.answer}>
          <Answer state={state} />
        </div>
        {state.phase === "done" && state.outcome.result !== "no-case" && state.outcome.shown ? (
          <CaseDetails shown={state.outcome.shown} renderChart={renderChart} />
        ) : null}
      </Stack>
    </PublicPage>
  );
}

function Answer({ state }: { state: VerificationState }) {
  if (state.phase === "idle") return null;
  if (state.phase === "done") {
    return <CaseResult fileName={state.fileName} outcome={state.outcome} />;
  }
  if (state.phase === "failed") {
    return (
      <Notice tone="danger" title="The file could not be judged">
        <p>Reload the page and choose {state.fileName} again.</p>
      </Notice>
    );
  }
  return (
    <div className={styles.progress}>
      <ProgressBar
        aria-label="Verification"
        value={((verificationSteps.indexOf(state.step) + 1) / verificationSteps.length) * 100}
      />
      <p>{stepWords[state.step]}</p>
    </div>
  );
}
