import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  Agreement,
  AgreementAcceptance,
  AgreementVersion,
} from "../business/traders/agreements/agreement.entity.ts";
import { Identity, IdentityFile } from "../business/traders/identity/identity.entity.ts";
import type { IdentityFacts } from "../business/traders/identity/identity.rule.ts";
import { ensureProfile } from "../business/traders/identity/identities.queries.ts";
import { sealFacts, sealPictureKey } from "../business/traders/identity/sealed-identity.ts";
import { changesBetween } from "../identity/audit/audit-event.rule.ts";
import type { Context } from "../platform/context.ts";
import { kyselyOf } from "../platform/database/database.ts";
import type { Transaction } from "../platform/database/orm.ts";
import { makeFileKey } from "../platform/storage/storage.ts";
import { sealFile } from "../platform/vault/sealed-file.ts";
import { backOfficeActor } from "./account-history.ts";
import { drawPassport } from "./demo-picture.ts";
import { type DemoTrader, toDate } from "./demo-trader.ts";
import { type PastEvent, traderActor } from "./trader-history.ts";
import type { WrittenTraders } from "./write-traders.ts";

/**
 * Inserts an agreement with a new version, which some traders have accepted, and two identities to check.
 * @param storedKeys collects the file keys, so that the caller can remove the files on a rollback
 * @returns the audit events
 */
export async function writePapers(
  context: Context,
  transaction: Transaction,
  traders: WrittenTraders,
  storedKeys: string[],
): Promise<PastEvent[]> {
  return [
    ...(await writeAgreement(context, transaction, traders)),
    ...(await writeIdentities(context, transaction, traders, storedKeys)),
  ];
}

const name = "Terms for Funded Accounts";

const terms = (share: string, notice: string) => `# Terms for Funded Accounts

These terms apply from the first day of a funded account.

## Trading

1. Only the trader named in the account trades on it.
2. Copying trades between accounts of different people is not allowed.
3. The limits of the account apply to open positions, too.

## Payouts

- The trader receives **${share}** of the profit.
- The firm pays to an account in the trader's own name.

## End

Either side can end the agreement with ${notice} notice. Profits until then are paid.
`;

const texts = [terms("75%", "14 days'"), terms("80%", "7 days'")] as const;

const sha256Of = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

async function writeAgreement(
  { clock }: Context,
  transaction: Transaction,
  traders: WrittenTraders,
): Promise<PastEvent[]> {
  const times = [toDate(clock, [120, "10:05"]), toDate(clock, [9, "10:30"])] as const;
  const actor = backOfficeActor();
  const agreement = transaction.create(Agreement, {
    name,
    archivedAt: null,
    createdAt: times[0],
  });
  const versions = texts.map((text, index) =>
    transaction.create(AgreementVersion, {
      agreement,
      version: index + 1,
      text,
      sha256: sha256Of(text),
      createdAt: times[index]!,
      createdBy: actor.label,
    }),
  );
  await transaction.flush();
  const versionOf = (index: number) => ({
    agreementId: agreement.id,
    agreement: name,
    version: index + 1,
    versionId: versions[index]!.id,
    sha256: versions[index]!.sha256,
  });
  const events: PastEvent[] = times.map((at, index) => ({
    action: index === 0 ? "agreement.created" : "agreement.version-added",
    actor,
    at,
    changes: changesBetween({}, versionOf(index)),
  }));
  const funded = [...traders].filter(([{ account }]) => account.phase === "Funded");
  for (const [place, [, trader]] of funded.entries()) {
    for (const [index, version] of versions.entries()) {
      // Only every third trader has accepted the new version yet.
      if (index === 1 && place % 3 !== 0) continue;
      const at = new Date(Math.max(times[index]!.getTime(), trader.createdAt.getTime()));
      at.setUTCMinutes(at.getUTCMinutes() + 95 + 13 * place);
      transaction.create(AgreementAcceptance, {
        trader,
        version,
        fullName: trader.fullName ?? null,
        acceptedAt: at,
      });
      events.push({
        action: "agreement.accepted",
        actor: traderActor(trader),
        at,
        trader,
        changes: changesBetween({}, versionOf(index)),
      });
    }
  }
  await transaction.flush();
  return events;
}

/** Whose identities wait, since when, and the name in their document, the second of which differs from the account's. */
const submitted = [
  { of: "Yuki Nakamura", legalName: "Yuki Nakamura", at: [2, "16:20"] },
  { of: "Noor van Dijk", legalName: "Noor Johanna van Dijk", at: [1, "09:45"] },
] as const;

async function writeIdentities(
  context: Context,
  transaction: Transaction,
  traders: WrittenTraders,
  storedKeys: string[],
): Promise<PastEvent[]> {
  const events: PastEvent[] = [];
  for (const { of, legalName, at: time } of submitted) {
    const found = [...traders].find(([demoTrader]) => demoTrader.name === of);
    if (!found) continue;
    const [demoTrader, trader] = found;
    const at = toDate(context.clock, time);
    await ensureProfile(kyselyOf(transaction), trader.id);
    const identity = transaction.create(Identity, {
      trader,
      facts: sealFacts(context.cipher, trader.id, factsOf(demoTrader, legalName)),
      status: "submitted",
      createdAt: at,
      submittedAt: at,
    });
    await transaction.flush();
    const picture = await storePicture(context, storedKeys);
    transaction.create(IdentityFile, {
      identity,
      userId: trader.id,
      side: "front",
      kind: "png",
      size: picture.size,
      fileKey: picture.fileKey,
      dataKey: sealPictureKey(context.cipher, trader.id, picture.key),
      uploadedAt: at,
    });
    const changes = changesBetween({}, { identityId: identity.id });
    const event = { actor: traderActor(trader), trader, changes };
    events.push(
      { action: "identity.started", ...event, at },
      { action: "identity.submitted", ...event, at },
    );
  }
  await transaction.flush();
  return events;
}

function factsOf({ address }: DemoTrader, legalName: string): IdentityFacts {
  const [country, city, street, houseNumber] = address ?? ["de", "Berlin", "Torstraße", "12"];
  return {
    legalName,
    birthDate: "1991-06-14",
    country,
    city,
    street,
    houseNumber,
    documentKind: "passport",
    documentExpiresOn: null,
  };
}

async function storePicture({ files, uploadDir }: Context, storedKeys: string[]) {
  const content = drawPassport();
  const fileKey = makeFileKey("sealed");
  const path = join(uploadDir, fileKey);
  await writeFile(path, content);
  const sealed = await sealFile(path);
  await rm(path);
  storedKeys.push(fileKey);
  await files.store(fileKey, sealed.path);
  return { fileKey, size: content.length, key: sealed.key };
}
