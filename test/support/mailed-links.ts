import type { LinkPurpose } from "../../src/identity/second-factor/second-factor.entity.ts";
import { hashToken } from "../../src/platform/vault/tokens.ts";
import type { TestApp } from "./app.ts";
import { waitUntil } from "./until.ts";

/** Waits for the mails with links of this kind that still work. @returns their tokens, by the event they are about */
export async function mailedTokens(
  test: TestApp,
  addresses: string | string[],
  purpose: LinkPurpose,
  count = 1,
): Promise<string[]> {
  const tokens = new Map<string, string>();
  let hashes: string[] = [];
  await waitUntil(`${count} mails with a link to ${purpose}`, async () => {
    for (const address of [addresses].flat()) {
      for (const { text = "" } of await test.mailsTo(address)) {
        for (const [, token] of text.matchAll(new RegExp(`/${purpose}\\?token=([\\w-]+)`, "g")))
          tokens.set(hashToken(token!), token!);
      }
    }
    const rows = await test.context.database.kysely
      .selectFrom("mailed_links")
      .select("token_hash as hash")
      .where("purpose", "=", purpose)
      .where("token_hash", "in", ["", ...tokens.keys()])
      .orderBy("about")
      .orderBy("id")
      .execute();
    hashes = rows.map(({ hash }) => hash);
    return hashes.length >= count;
  });
  return hashes.map((hash) => tokens.get(hash)!);
}
