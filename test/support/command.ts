import { spawn } from "node:child_process";
import { projectNode, root } from "./process.ts";

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a tool of the project in its own process, like `npm run`. */
export function startCommand(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(projectNode, [script, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const outcome: Outcome = { code: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (outcome.stderr += text));
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve({ ...outcome, code }));
  });
  return { ended, kill: () => child.kill("SIGKILL") };
}
