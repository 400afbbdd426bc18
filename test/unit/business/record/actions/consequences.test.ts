import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ActionFacts,
  type ConsequenceEvent,
  consequencesOf,
  type EventStage,
} from "../../../../../src/business/record/actions/consequences.rule.ts";
import {
  approvalRefusal,
  type Enforcement,
  stepRefusal,
} from "../../../../../src/business/record/actions/action.rule.ts";
import { formatDecimal, storedCents } from "../../../../../src/platform/money/money.ts";
import { rounds } from "../../../../support/rounds.ts";

const automatic: Enforcement = {
  breachOpened: "automatic",
  breachConfirmed: "automatic",
  breachDismissed: "automatic",
  passConfirmed: "automatic",
  payoutPaid: "automatic",
};

const stage: EventStage = { id: 1, login: "100", isReused: false };

describe("what events ask for", () => {
  const wanted = (event: ConsequenceEvent, settings = automatic) =>
    consequencesOf(event, [], settings).wanted.map(({ kind, amount, status, login, stageId }) =>
      [kind, amount, status, login, stageId].filter((word) => word !== null).join(" "),
    );

  it.each<[string, Partial<EventStage>, boolean, string[]]>([
    ["an observed breach", {}, true, ["disable_trading pending 100 1"]],
    ["an uncertain breach", {}, false, ["disable_trading proposed 100 1"]],
    [
      "a breach whose login a later stage uses",
      { isReused: true },
      true,
      ["disable_trading proposed 100 1"],
    ],
    ["a breach without a login", { login: null }, true, []],
  ])("is for %s", (_name, changes, isCertain, expected) => {
    const of = { ...stage, ...changes };
    expect(wanted({ kind: "breachOpened", reviewId: 1, stage: of, isCertain })).toEqual(expected);
  });

  it.each([
    [1000n, ["withdraw 10.00"]],
    [0n, []],
    [-1000n, ["deposit 10.00"]],
  ])("is for a pass that keeps the login with %s cents too many %j", (excess, money) => {
    const next = { stageId: 2, excess };
    expect(wanted({ kind: "passConfirmed", reviewId: 1, stage, next })).toEqual([
      "close_positions pending 100 1",
      "disable_trading pending 100 1",
      ...money.map((each) => `${each} pending 100 1`),
      "enable_trading pending 100 2",
    ]);
  });

  it("is nothing under none, but for what is cancelled", () => {
    const none: Enforcement = { ...automatic, breachDismissed: "none", passConfirmed: "none" };
    expect(wanted({ kind: "passConfirmed", reviewId: 1, stage, next: null }, none)).toEqual([]);
  });
});

describe("the steps of a person", () => {
  const now = new Date("2026-03-02T10:01:00Z");
  const delivered = { status: "delivered", retryRefusal: null } as const;

  it.each([
    ["2026-03-02T10:00:00.000Z", true],
    ["2026-03-02T10:00:00.001Z", false],
  ])("allow to fail what a bridge has had since %s: %s", (since, isAllowed) => {
    const action = { ...delivered, unansweredSince: new Date(since) };
    expect(stepRefusal("fail", action, now) === undefined).toBe(isAllowed);
  });

  const byHand = { kind: "deposit", cause: { kind: "person" } } as const;
  const asker = { isToken: false, hasAsked: true, canOtherApprove: true };
  it.each([
    ["the one who asked", byHand, asker, false],
    ["the only one who may", byHand, { ...asker, canOtherApprove: false }, true],
    ["another person", byHand, { ...asker, hasAsked: false }, true],
    ["a token", byHand, { ...asker, hasAsked: false, isToken: true }, false],
    ["the one who asked, no money", { ...byHand, kind: "close_positions" as const }, asker, true],
    ["a token, for an event", { ...byHand, cause: { kind: "payment" as const } }, asker, true],
  ])("let %s approve %j", (_name, action, approver, isAllowed) => {
    expect(approvalRefusal(action, approver) === undefined).toBe(isAllowed);
  });
});

interface Request {
  id: number;
  stage: number;
  profit: bigint;
  status: "approved" | "rejected";
  payments: number[];
  isPaid: boolean;
}

interface Review {
  id: number;
  stage: number;
  status: "open" | "confirmed" | "overturned";
}

interface StoredAction extends ActionFacts {
  retryRefusal: string | null;
  isFed: boolean;
}

/** A firm with one account, whose people approve whatever they find, and a platform that may fail. */
class Firm {
  readonly stages: { login: string; earned: bigint; balance: bigint; booked: bigint[] }[] = [];
  readonly requests: Request[] = [];
  readonly reviews: Review[] = [];
  readonly actions: StoredAction[] = [];
  #payments = 0;

  constructor() {
    this.startStage(true);
  }

  startStage(hasNewLogin: boolean): void {
    const login = hasNewLogin ? String(this.stages.length + 100) : this.stages.at(-1)!.login;
    this.stages.push({ login, earned: 0n, balance: 0n, booked: [] });
  }

  earn(amount: bigint): void {
    this.stages.at(-1)!.earned += amount;
    this.stages.at(-1)!.balance += amount;
  }

  request(profit: bigint): void {
    const stageIndex = this.stages.length - 1;
    const asked = { id: this.requests.length, stage: stageIndex, profit };
    this.requests.push({ ...asked, status: "approved", payments: [], isPaid: false });
  }

  pay(request: Request): void {
    if (request.status !== "approved" || request.isPaid) return;
    this.#payments += 1;
    request.payments.push(this.#payments);
    request.isPaid = true;
    const { balance, booked } = this.stages[request.stage]!;
    this.#apply({
      kind: "payoutPaid",
      stage: this.#eventStage(request.stage),
      paymentId: this.#payments,
      paymentIds: request.payments,
      profit: request.profit,
      money: {
        initialBalance: 0n,
        balance,
        booked: booked.map((amount) => ({ amount, receivedAt: 1 })),
      },
    });
  }

  reject(request: Request): void {
    if (request.status !== "approved" || request.isPaid) return;
    request.status = "rejected";
    this.#apply({ kind: "payoutRejected", paymentIds: request.payments });
  }

  approve(request: Request): void {
    if (request.status !== "rejected") return;
    request.status = "approved";
    this.#apply({ kind: "payoutApproved", paymentIds: request.payments });
  }

  openReview(): void {
    const id = this.reviews.length;
    const stageIndex = this.stages.length - 1;
    this.reviews.push({ id, stage: stageIndex, status: "open" });
    const about = { reviewId: id, stage: this.#eventStage(stageIndex) };
    this.#apply({ kind: "breachOpened", ...about, isCertain: id % 2 === 0 });
  }

  confirm(review: Review): void {
    if (review.status !== "open") return;
    review.status = "confirmed";
    const about = { reviewId: review.id, stage: this.#eventStage(review.stage) };
    this.#apply({ kind: "breachConfirmed", ...about });
  }

  overturn(review: Review): void {
    if (review.status === "overturned") return;
    review.status = "overturned";
    const about = { reviewId: review.id, stage: this.#eventStage(review.stage) };
    this.#apply({ kind: "breachOverturned", ...about, why: "Granted" });
  }

  deliver(): void {
    const head = this.actions.find(({ status }) => status === "pending" || status === "delivered");
    if (head) Object.assign(head, { status: "delivered", deliveredAt: this.actions.length });
  }

  answer(isDone: boolean): void {
    const action = this.actions.find(({ status }) => status === "delivered");
    if (!action) return;
    action.status = isDone ? "done" : "failed";
    if (!isDone) this.#apply({ kind: "actionFailed", failed: action });
  }

  /** Feeds the first operation that the platform has booked and not fed. */
  feed(): void {
    const action = this.actions.find(
      ({ status, amount, isFed }) => status === "done" && amount !== null && !isFed,
    );
    if (!action) return;
    action.isFed = true;
    const its = this.stages[action.stageId!]!;
    const cents = storedCents(action.amount!);
    its.balance += action.kind === "deposit" ? cents : -cents;
    if (action.kind === "withdraw") its.booked.push(cents);
  }

  take(step: "approve" | "cancel" | "retry", action: StoredAction): void {
    const facts = { status: action.status, retryRefusal: action.retryRefusal };
    if (stepRefusal(step, { ...facts, unansweredSince: null }, new Date(0))) return;
    action.status = step === "cancel" ? "cancelled" : "pending";
  }

  #eventStage(index: number): EventStage {
    const { login } = this.stages[index]!;
    const isReused = this.stages.slice(index + 1).some((later) => later.login === login);
    return { id: index, login, isReused };
  }

  #apply(event: ConsequenceEvent): void {
    const { wanted, cancelled, final } = consequencesOf(event, this.actions, automatic);
    for (const id of cancelled) this.actions[id]!.status = "cancelled";
    for (const { id, why } of final) this.actions[id]!.retryRefusal = why;
    for (const action of wanted) {
      const stored = { ...action, id: this.actions.length, requestedAt: 0, deliveredAt: null };
      this.actions.push({ ...stored, retryRefusal: null, isFed: false });
      if (action.kind === "withdraw" && action.status === "pending") this.#requireCovered(action);
    }
  }

  /** What is withdrawn without a person's look leaves at least the initial balance. */
  #requireCovered({ stageId }: { stageId: number | null }): void {
    const sum = (kind: string, statuses: string[]) =>
      this.actions
        .filter((each) => each.stageId === stageId && each.kind === kind)
        .filter(({ status }) => statuses.includes(status))
        .reduce((total, { amount }) => total + storedCents(amount!), 0n);
    const out = sum("withdraw", ["pending", "delivered", "done"]) - sum("deposit", ["done"]);
    if (this.stages[stageId!]!.earned < out) throw new Error("withdrew the initial balance");
  }
}

const waits = ["proposed", "pending", "delivered"];

function requireRight({ requests, reviews, actions, stages }: Firm): void {
  for (const { id, stage: index, profit, payments } of requests) {
    const own = actions.filter(
      ({ cause }) => cause.kind === "payment" && payments.includes(cause.id!),
    );
    const count = (kind: string, statuses: string[]) =>
      own.filter((each) => each.kind === kind && statuses.includes(each.status)).length;
    const net = count("withdraw", ["done"]) - count("deposit", ["done"]);
    const most = count("withdraw", [...waits, "done"]) - count("deposit", ["done"]);
    expect([id, net === 0 || net === 1, most <= 1]).toEqual([id, true, true]);
    for (const { amount, login, stageId } of own) {
      expect([amount, login, stageId]).toEqual([
        formatDecimal(profit),
        stages[index]!.login,
        index,
      ]);
    }
  }
  for (const { id, stage: index, status } of reviews) {
    const own = actions.filter(({ cause }) => cause.kind === "review" && cause.id === id);
    for (const { login } of own) expect(login).toBe(stages[index]!.login);
    const waiting = own.filter((each) => waits.includes(each.status)).map(({ kind }) => kind);
    expect(new Set(waiting).size).toBe(waiting.length);
    if (status !== "overturned") continue;
    const asked = own.filter((each) => each.status === "proposed" || each.status === "pending");
    expect(asked.every(({ kind }) => kind === "enable_trading")).toBe(true);
  }
}

const steps = [
  "earn",
  "request",
  "pay",
  "comeBack",
  "reject",
  "approve",
  "openReview",
  "confirm",
  "overturn",
  "newLogin",
  "sameLogin",
  "deliver",
  "done",
  "failed",
  "feed",
  "approveAction",
  "cancelAction",
  "retryAction",
] as const;

function take(firm: Firm, step: (typeof steps)[number], choice: number): void {
  const pick = <Item>(items: readonly Item[]) => items[choice % (items.length || 1)];
  const request = pick(firm.requests);
  const review = pick(firm.reviews);
  const action = pick(firm.actions);
  if (step === "earn") firm.earn(BigInt((choice % 4) + 1) * 500n);
  if (step === "request") firm.request(BigInt((choice % 3) + 1) * 500n);
  if (step === "pay" && request) firm.pay(request);
  if (step === "comeBack" && request) request.isPaid = false;
  if (step === "reject" && request) firm.reject(request);
  if (step === "approve" && request) firm.approve(request);
  if (step === "openReview") firm.openReview();
  if (step === "confirm" && review) firm.confirm(review);
  if (step === "overturn" && review) firm.overturn(review);
  if (step === "newLogin" || step === "sameLogin") firm.startStage(step === "newLogin");
  if (step === "deliver") firm.deliver();
  if (step === "done" || step === "failed") firm.answer(step === "done");
  if (step === "feed") firm.feed();
  if (step === "approveAction" && action) firm.take("approve", action);
  if (step === "cancelAction" && action) firm.take("cancel", action);
  if (step === "retryAction" && action) firm.take("retry", action);
}

it("random chains withdraw nothing twice, name the right login, and leave nothing waiting for an innocent", () => {
  const chain = fc.array(fc.record({ step: fc.constantFrom(...steps), choice: fc.nat(30) }), {
    minLength: 10,
    maxLength: 120,
    size: "max",
  });
  fc.assert(
    fc.property(chain, (taken) => {
      const firm = new Firm();
      for (const { step, choice } of taken) {
        take(firm, step, choice);
        requireRight(firm);
      }
    }),
    rounds(150),
  );
});
