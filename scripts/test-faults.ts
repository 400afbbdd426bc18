import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

/** `npm run test:faults -- --rounds 300`: injects faults one after another while writes are running. */
const { values } = parseArgs({ options: { rounds: { type: "string", default: "28" } } });
if (!/^[1-9]\d{0,4}$/.test(values.rounds)) {
  process.stderr.write("--rounds must be a whole number, for example --rounds 300\n");
  process.exit(1);
}
const run = spawn(
  "vitest",
  ["run", "test/processes/faults", "--bail", "1", "--reporter", "verbose"],
  {
    stdio: "inherit",
    env: { ...process.env, FAULT_ROUNDS: values.rounds },
  },
);
run.once("close", (code) => process.exit(code ?? 1));
