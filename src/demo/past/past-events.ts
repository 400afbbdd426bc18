import { changesBetween } from "../../identity/audit/audit-event.rule.ts";
import type { AuditActor, AuditedTrader } from "../../identity/audit/record-event.ts";
import type { Context } from "../../platform/context.ts";
import { MINUTE } from "../../platform/time/durations.rule.ts";
import { type AccountState, backOfficeActor, newAccount } from "../account-history.ts";
import type { PastEvent } from "../trader-history.ts";
import { visitorActor } from "../trader-history.ts";
import type { PastStage } from "./former-customers.ts";
import { accountStates, phaseOf, setUpAt, type WrittenCustomer } from "./write-former-customers.ts";
import { outcomes, reasons } from "./write-past-stages.ts";

/** Parts of the app that act on their own, as the audit log names them. */
export const shopActor: AuditActor = { kind: "system", name: "Orders" };
const judgeActor: AuditActor = { kind: "system", name: "Verdicts" };

/** The end of a stage of the past: its review, if a rule has decided, and what the back office did. */
export function endEvents(trader: AuditedTrader, stageId: number, past: PastStage): PastEvent[] {
  const { positions, endedAt: at } = past;
  const outcome = outcomes[past.outcome];
  const kind = outcome === "passed" ? "pass" : "breach";
  const ofStage = { stageId: { from: stageId, to: stageId } };
  const hasReview = outcome !== "abandoned";
  const ended: PastEvent = {
    action: "stage.ended",
    actor: backOfficeActor(),
    at,
    trader,
    changes: {
      ...ofStage,
      ...changesBetween({ endedAt: null, outcome: null }, { endedAt: at.toISOString(), outcome }),
    },
    reason: hasReview ? reasons[kind] : "Nothing was traded for two weeks.",
  };
  if (!hasReview) return [ended];
  const reached = positions.at(-1)!.exit!.time;
  return [
    {
      action: "review.opened",
      actor: judgeActor,
      at: new Date(reached + MINUTE / 2),
      trader,
      changes: changesBetween({}, { stageId, kind }),
    },
    ended,
    {
      action: "review.confirmed",
      actor: backOfficeActor(),
      at,
      trader,
      changes: { ...ofStage, kind: { from: kind, to: kind } },
      reason: reasons[kind],
    },
  ];
}

export function startEvent(
  trader: AuditedTrader,
  { stageId, phase, size, at, actor }: StartedStage,
): PastEvent {
  const started = { stageId, phase, initialBalance: `${size}.00`, currency: "USD" };
  const changes = changesBetween({}, { ...started, startedAt: at.toISOString() });
  return { action: "stage.started", actor, at, trader, changes };
}

interface StartedStage {
  stageId: number;
  phase: string;
  size: number;
  at: Date;
  actor: AuditActor;
}

/** Returns the audit events of a former customer but those of the order and the payout, unsorted. */
export function customerEvents(
  context: Pick<Context, "config">,
  { customer, trader }: WrittenCustomer,
  stageIds: ReadonlyMap<PastStage, number>,
): PastEvent[] {
  const { stages, fullName, email, size } = customer;
  const { bought, begun, over } = accountStates(context, customer);
  const [{ startedAt }] = stages as [PastStage];
  const changed = (at: Date, before: AccountState, after: AccountState, actor: AuditActor) =>
    ({
      action: "account.updated",
      actor,
      at,
      trader,
      changes: changesBetween(before, after),
    }) as const;
  const passes = stages.slice(1).flatMap((stage, index): PastEvent[] => {
    const { startedAt: at } = stage;
    const actor = backOfficeActor();
    const started = { stageId: stageIds.get(stage)!, phase: phaseOf(customer, stage), size, at };
    return [
      changed(at, begun[index]!, begun[index + 1]!, actor),
      startEvent(trader, { ...started, actor }),
    ];
  });
  const [first] = stages as [PastStage];
  const bySet = { actor: shopActor, at: startedAt };
  return [
    {
      action: "trader.created-by-order",
      ...bySet,
      trader,
      changes: changesBetween({}, { fullName, email }),
    },
    changed(startedAt, newAccount, bought, shopActor),
    startEvent(trader, {
      stageId: stageIds.get(first)!,
      phase: phaseOf(customer, first),
      size,
      ...bySet,
    }),
    {
      action: "password.reset",
      actor: visitorActor(trader),
      at: setUpAt(customer),
      trader,
      changes: { password: "changed" },
    },
    changed(setUpAt(customer), bought, begun[0]!, backOfficeActor()),
    ...passes,
    ...stages.flatMap((stage) => endEvents(trader, stageIds.get(stage)!, stage)),
    changed(stages.at(-1)!.endedAt, begun.at(-1)!, over, backOfficeActor()),
  ];
}
