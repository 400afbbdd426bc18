import Box from "@mui/material/Box";
import { TextButton } from "../../components/button/text-button.tsx";
import { DropZone } from "../../components/field/drop-zone.tsx";
import { ProgressBar } from "../../components/feedback/progress-bar.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { PageHeader } from "../../components/page/page-header.tsx";
import { PublicPage } from "../../components/public-page/public-page.tsx";
import { Stack } from "../../components/page/stack.tsx";
import { CaseDetails, type CaseDetailsProps } from "./case-details.tsx";
import { stepWords, verificationSteps } from "./verdict-words.ts";
import { useEffect, useRef, useState } from "react";
import type { VerificationStep } from "../../../src/business/record/cases/verify-case.rule.ts";
import type { CaseOutcome, ShownFile, VerifyAnswer, VerifyRequest } from "./case-outcome.ts";
import { LinkDetails } from "./link-details.tsx";
import { loadSampleCase } from "./sample-case.ts";
import Typography from "@mui/material/Typography";
import { Banner } from "../../components/feedback/banner.tsx";

interface VerifyPageProps {
  renderChart: CaseDetailsProps["renderChart"];
}

/** Judges a case file or a link file in the browser. Requires no sign-in. */
export function VerifyPage({ renderChart }: VerifyPageProps) {
  const { state, verify, verifySample } = useVerification();
  return (
    <PublicPage>
      <PageHeader
        title="Verify a Case"
        subtitle="Re-evaluates the records in a case file against its rules, and compares every figure with its verdict. Also reads the file of a link between accounts, and computes its evidence again."
      />
      <Stack>
        <DropZone
          label={state.phase === "idle" ? "Choose a case file" : "Choose another case file"}
          hint="Drop a file here, or choose one. It is judged in your browser: nothing is uploaded, and it works offline."
          accept=".json,application/json"
          onFile={(file) => void verify(file)}
        />
        {state.phase === "idle" ? (
          <Typography color="textSecondary" sx={{ textAlign: "center" }}>
            No file at hand?{" "}
            <TextButton onClick={() => void verifySample()}>Try a sample case</TextButton>
          </Typography>
        ) : null}
        <Box aria-live="polite" sx={{ "&:empty": { display: "none" } }}>
          <Answer state={state} />
        </Box>
        {state.phase === "done" && state.outcome.result !== "no-case" && state.outcome.shown ? (
          <FileDetails shown={state.outcome.shown} renderChart={renderChart} />
        ) : null}
      </Stack>
    </PublicPage>
  );
}

interface FileDetailsProps extends VerifyPageProps {
  shown: ShownFile;
}

function FileDetails({ shown, renderChart }: FileDetailsProps) {
  return shown.about === "case" ? (
    <CaseDetails shown={shown} renderChart={renderChart} />
  ) : (
    <LinkDetails shown={shown} />
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
    <Box sx={{ display: "grid", gap: 1, color: "text.secondary" }}>
      <ProgressBar
        aria-label="Verification"
        value={((verificationSteps.indexOf(state.step) + 1) / verificationSteps.length) * 100}
      />
      <p>{stepWords[state.step]}</p>
    </Box>
  );
}

const KEYS = "/.well-known/propdesk-keys.json";
/** In milliseconds. */
const TIMEOUT = 5000;

type VerificationState =
  | { phase: "idle" }
  | { phase: "working"; fileName: string; step: VerificationStep }
  | { phase: "done"; fileName: string; outcome: CaseOutcome }
  | { phase: "failed"; fileName: string };

/**
 * Judges files in a worker. The worker and the firm's keys are loaded with the page, so that it works without
 * a network from then on.
 */
function useVerification() {
  const [state, setState] = useState<VerificationState>({ phase: "idle" });
  const worker = useRef<Worker>(null);
  const keys = useRef<unknown>(null);
  const current = useRef({ id: 0, fileName: "" });

  useEffect(() => {
    const started = new Worker(new URL("./verify-worker.ts", import.meta.url), { type: "module" });
    started.addEventListener("message", ({ data }: MessageEvent<VerifyAnswer>) => {
      // Ignores the result for a file that was replaced by another one in the meantime.
      if (data.id === current.current.id) setState(stateOf(data, current.current.fileName));
    });
    started.addEventListener("error", () =>
      setState({ phase: "failed", fileName: current.current.fileName }),
    );
    worker.current = started;
    void refreshKeys(keys);
    return () => started.terminate();
  }, []);

  function begin(fileName: string): number {
    current.current = { id: current.current.id + 1, fileName };
    setState({ phase: "working", fileName, step: "reading" });
    return current.current.id;
  }

  async function verify(file: File) {
    const id = begin(file.name);
    await refreshKeys(keys);
    worker.current?.postMessage({ id, file, keys: keys.current } satisfies VerifyRequest);
  }

  async function verifySample() {
    const fileName = "the sample case";
    const id = begin(fileName);
    try {
      worker.current?.postMessage({ id, ...(await loadSampleCase()) } satisfies VerifyRequest);
    } catch {
      // Offline.
      if (id === current.current.id) setState({ phase: "failed", fileName });
    }
  }

  return { state, verify, verifySample };
}

function stateOf(answer: VerifyAnswer, fileName: string): VerificationState {
  if ("step" in answer) return { phase: "working", fileName, step: answer.step };
  if ("outcome" in answer) return { phase: "done", fileName, outcome: answer.outcome };
  return { phase: "failed", fileName };
}

/** Updates the keys; offline, the ones loaded before are kept. */
async function refreshKeys(keys: { current: unknown }): Promise<void> {
  try {
    const response = await fetch(KEYS, { signal: AbortSignal.timeout(TIMEOUT) });
    if (response.ok) keys.current = await response.json();
  } catch {
    // Offline.
  }
}

interface CaseResultProps {
  fileName: string;
  outcome: CaseOutcome;
}

/** Shows the result in one line, with the first difference if there is one. */
function CaseResult({ fileName, outcome }: CaseResultProps) {
  if (outcome.result === "confirmed") {
    const { shown } = outcome;
    const { signature, milliseconds } = shown;
    const isLink = shown.about === "link";
    const isFullyChecked = signature === "valid" && (isLink || shown.areHashesChecked);
    return (
      <Banner tone="good" title={isLink ? "Link confirmed" : "Verdict confirmed"}>
        <p>
          {isLink ? "The deals and settings" : "The records and rules"} in <b>{fileName}</b> produce
          exactly the {isLink ? "evidence" : "verdict"} that it states
          {isFullyChecked ? ", and the firm signed it." : "."}
        </p>
        {isFullyChecked ? null : <p>The signature was not checked: see below.</p>}
        <Typography color="textSecondary">
          Judged in your browser in {formatSeconds(milliseconds)}.
        </Typography>
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
