// `npm run check`: runs every check, also after one has failed, and names those that failed at the end.
import { spawnSync } from "node:child_process";

const checks = [
  "typecheck",
  "lint",
  "language",
  "format:check",
  "boundaries",
  "tables",
  "unused",
  "openapi -- --check",
  "openapi:lint",
  "build -- --logLevel warn",
  "weight",
];

const failed = checks.filter((check) => {
  const { status } = spawnSync("npm", ["run", ...check.split(" ")], {
    stdio: "inherit",
  });
  return status !== 0;
});

for (const check of failed) process.stderr.write(`Failed: npm run ${check}\n`);
if (failed.length > 0) process.exit(1);
process.stdout.write(`All ${checks.length} checks passed.\n`);
