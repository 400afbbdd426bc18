import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectNode, root } from "../support/process.ts";
import { waitUntil } from "../support/until.ts";

interface Usage {
  /** Milliseconds of CPU time since the start, of all threads and including the kernel. */
  cpu: number;
  /** Resident bytes. */
  rss: number;
}

/** A server in its own process, which reports its CPU and memory usage. */
export class MeasuredServer {
  readonly name: string;
  readonly url: string;
  readonly #child: ChildProcess;

  constructor(name: string, script: string[], port: number, env: Record<string, string>) {
    this.name = name;
    this.url = `http://127.0.0.1:${port}`;
    const reportUsage = join(import.meta.dirname, "report-usage.ts");
    this.#child = spawn(projectNode, ["--import", reportUsage, ...script], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
  }

  async ready(path: string): Promise<void> {
    await waitUntil(`the ${this.name} answers`, async () => {
      if (this.#child.exitCode !== null) throw new Error(`The ${this.name} has ended`);
      return fetch(this.url + path).then(
        () => true,
        () => false,
      );
    });
  }

  async usage(): Promise<Usage> {
    this.#child.send("usage");
    const [{ user, system, rss }] = (await once(this.#child, "message")) as [
      NodeJS.CpuUsage & { rss: number },
    ];
    return { cpu: (user + system) / 1000, rss };
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exited = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await exited;
  }
}
