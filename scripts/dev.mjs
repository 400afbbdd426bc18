// `npm run dev`: runs the server, restarted on every change, behind Vite, which reloads the client.
import { spawn } from "node:child_process";

const port = Number(process.env.PORT ?? 3000);
const apiPort = port + 1;
const publicUrl = process.env.PUBLIC_URL ?? `http://127.0.0.1:${port}`;
const env = { ...process.env, API_PORT: String(apiPort), PUBLIC_URL: publicUrl };

const children = [
  spawn("node", ["--watch-path=src", "--watch-preserve-output", "src/main.ts", "--no-client"], {
    env: { ...env, PORT: String(apiPort) },
    stdio: "inherit",
  }),
  spawn("vite", ["--host", "127.0.0.1", "--port", String(port), "--strictPort"], {
    env,
    stdio: "inherit",
  }),
];

/** Ends the children. Ctrl-C does not need this, because the terminal also sends it to them. */
function end(signal) {
  for (const child of children) if (child.exitCode === null) child.kill(signal);
}
process.on("SIGTERM", () => end("SIGTERM"));
process.on("SIGINT", () => {});
for (const child of children) child.on("exit", () => end("SIGTERM"));
