import type { z } from "zod";
import { changesBetween } from "../../../identity/audit/audit-event.rule.ts";
import { recordEvent } from "../../../identity/audit/record-event.ts";
import type { TraderActor } from "../../../identity/sessions/authenticate.ts";
import { lockOwnTrader } from "../../../identity/sessions/lock-actor.ts";
import type { Trader } from "../../../identity/users/trader.entity.ts";
import type { Context } from "../../../platform/context.ts";
import { inTransaction, kyselyOf } from "../../../platform/database/database.ts";
import type { Transaction } from "../../../platform/database/orm.ts";
import { invalidField, RefusalError } from "../../../platform/errors.ts";
import { Identity as IdentityEntity, IdentityFile, IdentityProfile } from "./identity.entity.ts";
import {
  attemptsLeft,
  type IdentityStatus,
  isOfAge,
  requiredSides,
  utcDay,
} from "./identity.rule.ts";
import type { Identity, IdentitySettings, saveIdentityInput } from "./identity.schema.ts";
import { ensureProfile, getIdentityOf, statusAt, withoutStaff } from "./identities.queries.ts";
import { readIdentitySettings } from "./identity-settings.ts";
import { sealFacts, unsealFacts } from "./sealed-identity.ts";

/** What a trader has sent so far. The trader is locked. */
export interface LockedIdentity {
  profile: IdentityProfile;
  /** `null` before the first draft. */
  latest: IdentityEntity | null;
  status: IdentityStatus;
  settings: IdentitySettings;
  attemptsLeft: number;
}

/** Reads the identity of a trader that the caller has locked. */
export async function readLockedIdentity(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  trader: Trader,
): Promise<LockedIdentity> {
  const kysely = kyselyOf(transaction);
  await ensureProfile(kysely, trader.id);
  const profile = await transaction.findOneOrFail(IdentityProfile, { trader }, { refresh: true });
  const [latest = null] = await transaction.find(
    IdentityEntity,
    { trader },
    { orderBy: { id: "desc" }, limit: 1, refresh: true },
  );
  const settings = await readIdentitySettings(kysely);
  return {
    profile,
    latest,
    status: latest ? statusAt(latest, clock.now()) : "none",
    settings,
    attemptsLeft: attemptsLeft(settings.attempts, profile.usedAttempts),
  };
}

/**
 * Saves the facts of a trader's draft, and begins one if there is none. After a rejection, it begins with the pictures of
 * the rejected attempt.
 * @throws RefusalError while the identity is submitted or approved, or if no attempts are left
 */
export async function saveIdentity(
  context: Context,
  actor: TraderActor,
  facts: z.output<typeof saveIdentityInput>,
): Promise<Identity> {
  requireAge(context, facts.birthDate);
  requireValidDocument(context, facts.documentExpiresOn);
  await inTransaction(context.database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    const locked = await readLockedIdentity(context, transaction, trader);
    const refusal = draftRefusal(locked);
    if (refusal !== undefined) throw new RefusalError("conflict", refusal);
    const sealed = sealFacts(context.cipher, trader.id, facts);
    if (locked.latest?.status === "draft") {
      locked.latest.facts = sealed;
      return;
    }
    const draft = transaction.create(IdentityEntity, {
      trader,
      facts: sealed,
      status: "draft",
      createdAt: context.clock.now(),
    });
    await transaction.flush();
    if (locked.latest?.status === "rejected") await copyPictures(transaction, locked.latest, draft);
    await recordEvent(context, transaction, actor, {
      action: "identity.started",
      trader,
      changes: changesBetween({}, { identityId: draft.id }),
    });
  });
  return withoutStaff(await getIdentityOf(context, actor.trader.id));
}

function draftRefusal({ status, attemptsLeft: left }: LockedIdentity): string | undefined {
  if (status === "submitted") return "Your identity is being checked";
  if (status === "approved") return "Your identity is approved";
  if (left === 0) return "No attempts are left. Please contact us.";
  return undefined;
}

/** The new attempt refers to the same stored files. */
async function copyPictures(
  transaction: Transaction,
  from: IdentityEntity,
  to: IdentityEntity,
): Promise<void> {
  for (const picture of await transaction.find(IdentityFile, { identity: from })) {
    const { userId, side, kind, size, fileKey, dataKey, uploadedAt } = picture;
    transaction.create(IdentityFile, {
      identity: to,
      userId,
      side,
      kind,
      size,
      fileKey,
      dataKey,
      uploadedAt,
    });
  }
}

/** @throws RefusalError if the trader is too young, or the day cannot be theirs */
function requireAge({ clock }: Pick<Context, "clock">, birthDate: string): void {
  if (isOfAge(birthDate, utcDay(clock.now()))) return;
  throw invalidField("birthDate", "The age must be 18 to 120 years");
}

/** @throws RefusalError if the last day of the document has passed */
function requireValidDocument({ clock }: Pick<Context, "clock">, expiresOn: string | null): void {
  if (expiresOn !== null && expiresOn < utcDay(clock.now())) {
    throw invalidField("documentExpiresOn", "The document has expired");
  }
}

/**
 * Submits the draft of a trader.
 * @throws RefusalError with each missing picture, or if there is no draft
 */
export async function submitIdentity(context: Context, actor: TraderActor): Promise<Identity> {
  await inTransaction(context.database, async (transaction) => {
    const trader = await lockOwnTrader(transaction, actor);
    const locked = await readLockedIdentity(context, transaction, trader);
    const { latest } = locked;
    const refusal = draftRefusal(locked);
    if (refusal !== undefined) throw new RefusalError("conflict", refusal);
    if (latest?.status !== "draft") throw noDraft();
    const facts = unsealFacts(context.cipher, trader.id, latest.facts ?? null)!;
    requireValidDocument(context, facts.documentExpiresOn ?? null);
    const sides = await transaction.find(IdentityFile, { identity: latest });
    const missing = requiredSides(facts.documentKind!, locked.settings.pictures).filter((side) =>
      sides.every((picture) => picture.side !== side),
    );
    if (missing.length > 0) {
      throw new RefusalError("invalid", `Missing pictures: ${missing.join(", ")}`, {
        issues: missing.map((side) => ({ path: [side], message: "This picture is missing" })),
      });
    }
    latest.status = "submitted";
    latest.submittedAt = context.clock.now();
    await recordEvent(context, transaction, actor, {
      action: "identity.submitted",
      trader,
      changes: changesBetween({}, { identityId: latest.id }),
    });
  });
  return withoutStaff(await getIdentityOf(context, actor.trader.id));
}

export const noDraft = () =>
  new RefusalError("conflict", "There is no draft. Please enter your details first.");
