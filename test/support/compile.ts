import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const compiler = join(import.meta.dirname, "../../node_modules/.bin/tsc");

/** Type-checks a folder with the project's strictness. @throws Error with the compiler's output */
export async function compile(folder: string, options: object = {}): Promise<void> {
  const project = join(folder, "tsconfig.json");
  await writeFile(
    project,
    JSON.stringify({
      extends: join(import.meta.dirname, "../../tsconfig.json"),
      // Generated classes use syntax that type stripping does not support.
      compilerOptions: {
        erasableSyntaxOnly: false,
        incremental: false,
        tsBuildInfoFile: null,
        noUncheckedIndexedAccess: false,
        ...options,
      },
      include: ["**/*.ts"],
    }),
  );
  await run(compiler, ["-p", project]).catch((error: { stdout: string }) => {
    throw new Error(`Compilation failed:\n${error.stdout}`);
  });
}
