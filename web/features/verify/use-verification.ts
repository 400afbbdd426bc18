import { useEffect, useRef, useState } from "react";
import type { VerificationStep } from "../../../src/business/judgement/cases/verify-case.rule.ts";
import type { CaseOutcome, VerifyAnswer, VerifyRequest } from "./case-outcome.ts";

const KEYS = "/.well-known/propdesk-keys.json";
/** In milliseconds. */
const TIMEOUT = 5000;

export type VerificationState =
  | { phase: "idle" }
  | { phase: "working"; fileName: string; step: VerificationStep }
  | { phase: "done"; fileName: string; outcome: CaseOutcome }
  | { phase: "failed"; fileName: string };

/**
 * Judges files in a worker. The worker and the firm's keys are loaded with the page, so that it works without
 * a network from then on.
 */
export function useVerification() {
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

  async function verify(file: File) {
    const id = current.current.id + 1;
    current.current = { id, fileName: file.name };
    setState({ phase: "working", fileName: file.name, step: "reading" });
    await refreshKeys(keys);
    worker.current?.postMessage({ id, file, keys: keys.current } satisfies VerifyRequest);
  }

  return { state, verify };
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
