import { LockMode } from "@mikro-orm/core";
import type { z } from "zod";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import { lockOwnTrader } from "../../../identity/sessions/lock-actor.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import { notFound, RefusalError } from "../../../platform/errors.ts";
import { Agreement, AgreementAcceptance, AgreementVersion } from "./agreement.entity.ts";
import type { Acceptance, acceptAgreementInput } from "./agreement.schema.ts";
import { getOwnAgreement } from "./agreements.queries.ts";

/** An acceptance, and whether the trader had accepted the version before. */
export interface AcceptedOnce {
  acceptance: Acceptance;
  isRepeated: boolean;
}

/**
 * Accepts the newest version of an agreement, once.
 * @throws RefusalError if the version does not exist; with the newest version if this is an older one, if the hash is not
 * that of its text, or if the agreement is archived
 */
export async function acceptAgreement(
  context: Context,
  actor: TraderActor,
  { versionId, sha256 }: z.output<typeof acceptAgreementInput>,
): Promise<AcceptedOnce> {
  return inTransaction(context.database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    const version = await transaction.findOne(AgreementVersion, { id: versionId });
    if (!version) throw notFound("Version of the agreement");
    // No version can be added until the acceptance is committed.
    const agreement = await transaction.findOneOrFail(
      Agreement,
      { id: version.agreement.id },
      { lockMode: LockMode.PESSIMISTIC_READ, refresh: true },
    );
    const current = await getOwnAgreement(kyselyOf(transaction), trader.id, agreement.id);
    const refusal = refusalOf({
      isNewest: current.versionId === versionId,
      isSameText: version.sha256 === sha256.toLowerCase(),
      isArchived: agreement.archivedAt !== null,
    });
    if (refusal !== undefined) throw new RefusalError("conflict", refusal, { current });
    const present = (acceptance: AgreementAcceptance): Acceptance => ({
      versionId,
      version: version.version,
      sha256: version.sha256,
      fullName: acceptance.fullName ?? null,
      acceptedAt: acceptance.acceptedAt,
    });
    const former = await transaction.findOne(AgreementAcceptance, { trader, version });
    if (former) return { acceptance: present(former), isRepeated: true };
    const accepted = transaction.create(AgreementAcceptance, {
      trader,
      version,
      fullName: trader.fullName ?? null,
      acceptedAt: context.clock.now(),
    });
    await recordEvent(context, transaction, actor, {
      action: "agreement.accepted",
      trader,
      changes: changesBetween(
        {},
        {
          agreementId: agreement.id,
          agreement: agreement.name,
          version: version.version,
          versionId,
          sha256: version.sha256,
        },
      ),
    });
    return { acceptance: present(accepted), isRepeated: false };
  });
}

/** Returns why a version cannot be accepted; `undefined` if it can. */
function refusalOf(version: { isNewest: boolean; isSameText: boolean; isArchived: boolean }) {
  if (version.isArchived) return "This agreement is not asked for any more";
  if (!version.isNewest) return "The agreement has changed. Please read the newest version.";
  if (!version.isSameText)
    return "The text differs from the one that was shown. Please read it again.";
  return undefined;
}
