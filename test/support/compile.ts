import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const compiler = join(import.meta.dirname, "../../node_modules/.bin/tsc");

/** Checks the TypeScript files of a folder as strictly as the project's. @throws with the errors */
export async function compile(folder: string, options: object = {}): Promise<void> {
  const project = join(folder, "tsconfig.json");
  await writeFile(
    project,
    JSON.stringify({
      extends: "../../../tsconfig.json",
      // The classes that generators write are not made for stripping.
      compilerOptions: {
        erasableSyntaxOnly: false,
        noUncheckedIndexedAccess: false,
        ...options,
      },
      include: ["**/*.ts"],
    }),
  );
  await run(compiler, ["-p", project]).catch((error: { stdout: string }) => {
    throw new Error(`Does not compile:\n${error.stdout}`);
  });
}
