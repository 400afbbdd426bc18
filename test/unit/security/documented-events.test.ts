import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** Prefixes of OWASP's logging vocabulary that name security events and nothing else in the sources. */
const event =
  /"((?:authn|authz|excess|malicious|sensitive|session|sys|upload)_[a-z_]+|user_(?:created|updated|deleted)|input_validation_fail)"/g;

it("docs/operating.md lists every security event that the app logs", async () => {
  const names = await readdir(join(root, "src"), { recursive: true });
  // Migrations log nothing, and name columns.
  const sources = names.filter((name) => name.endsWith(".ts") && !name.startsWith("migrations/"));
  const texts = await Promise.all(sources.map((name) => readFile(join(root, "src", name), "utf8")));
  const logged = new Set(
    texts.flatMap((text) => [...text.matchAll(event)].map(([, name]) => name!)),
  );
  const page = await readFile(join(root, "docs/operating.md"), "utf8");
  expect(logged.size).toBeGreaterThan(20);
  expect([...logged].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
