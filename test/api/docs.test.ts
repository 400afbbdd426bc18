import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeStatement } from "../../src/demo/statements/write-statement.ts";
import { buildClientPackage } from "../../scripts/build-client-package.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { compile } from "../support/compile.ts";
import { demoStatement } from "../support/demo-statements.ts";
import { runCurl } from "../support/curl.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The fenced blocks of docs/api.md; a response follows its request. */
const page = await readFile(join(root, "docs/api.md"), "utf8");
const blocks = Array.from(page.matchAll(/^```(\w+)\n(.*?)^```/gms), ([, language, code]) => ({
  language: language!,
  code: code!.trim(),
}));
const answerTo = (index: number, language: string) => {
  const next = blocks[index + 1];
  return next?.language === language ? next.code : undefined;
};

let test: TestApp;
let folder: string;
let variables: { BASE: string; ADMIN_KEY: string; TOKEN: string };

beforeAll(async () => {
  test = await startApp({ listen: true });
  // Inside the repository, so that the client's imports resolve.
  folder = await mkdtemp(join(root, "test/api/.examples-"));
  await buildClientPackage(join(folder, "node_modules/propdesk-client"));
  const { token } = await test.token(["users:read", "payouts:read"]);
  variables = { BASE: test.url, ADMIN_KEY: test.adminKey, TOKEN: token };
  await writeFile(join(folder, "certificate.pdf"), "%PDF-1.4\n%%EOF\n");
  await writeFile(join(folder, "statement.htm"), writeStatement(demoStatement(), "mt4-html"));
  const olivia = await test.trader({ email: "olivia@example.com" });
  const administrator = await test.administrator();
  await administrator.patch(`/api/admin/user/${olivia.id}/account`, { payoutEnabled: true });
});
afterAll(async () => {
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the examples in docs/api.md", () => {
  it("exist in both languages", () => {
    expect(blocks.filter(({ language }) => language === "sh").length).toBeGreaterThan(5);
    expect(blocks.filter(({ language }) => language === "ts").length).toBeGreaterThan(1);
  });

  it("compile with full types", async () => {
    for (const [index, { language, code }] of blocks.entries()) {
      if (language === "ts") await writeFile(join(folder, `example-${index}.ts`), code);
    }
    await compile(folder);
  });

  for (const [index, { language, code }] of blocks.entries()) {
    if (language === "sh") {
      it(code.slice(0, 100), async () => {
        const response = await runCurl(code, folder, variables);
        const shown = answerTo(index, "json");
        if (shown) expect(await response.json()).toMatchObject(JSON.parse(shown) as object);
        else expect(response.status).toBe(200);
      });
    }
    if (language === "ts") {
      it(`typed example ${index}`, async () => {
        const script = join(folder, `example-${index}.ts`);
        await writeFile(script, code);
        const { stdout } = await run(process.execPath, [script], {
          env: { ...process.env, ...variables },
        });
        expect(stdout.trim()).toBe(answerTo(index, "text"));
      });
    }
  }
});
