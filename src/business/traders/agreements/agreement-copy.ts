import type { Context } from "../../../platform/context.ts";
import { timeInWords } from "../../../platform/time/local-time.rule.ts";
import { readBrand } from "../../office/brand/brand.ts";
import { type PrintedPage, writePrintedPage } from "../../office/brand/printed-page.ts";
import { renderAgreement } from "./agreement-markdown.rule.ts";
import { getAcceptedText } from "./agreements.queries.ts";

/** Writes what a trader has accepted as a page to print. @throws RefusalError if they have not accepted it */
export async function writeAgreementCopy(
  { config, database: { kysely } }: Pick<Context, "config" | "database">,
  traderId: number,
  versionId: number,
): Promise<PrintedPage> {
  const accepted = await getAcceptedText(kysely, traderId, versionId);
  const firm = await readBrand(kysely, config);
  const facts = [
    ["Accepted by", accepted.fullName ?? accepted.email],
    ["Email", accepted.email],
    ["Accepted on", timeInWords(accepted.acceptedAt)],
    ["Agreement", `${accepted.name}, version ${accepted.version}`],
    ["SHA-256 of the text", accepted.sha256],
  ] as const;
  return writePrintedPage({
    firmName: firm.name,
    title: accepted.name,
    reference: `${accepted.name} · Version ${accepted.version}`,
    main: renderAgreement(accepted.text),
    foot: { title: "Acceptance", facts },
  });
}
