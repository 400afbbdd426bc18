import { spawn } from "node:child_process";
import { join } from "node:path";
import { projectNode, root } from "./process.ts";

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The cache of `src/start.mjs`: compiling the modules is most of what a short program costs. */
const compileCache = join(root, "node_modules/.cache/propdesk");

/** Runs a tool of the project in its own process, like `npm run`. */
export function startCommand(script: string, args: string[], env: Record<string, string>) {
  const child = spawn(projectNode, [script, ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
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
