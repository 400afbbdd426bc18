import { z } from "zod";
import {
  accountInput,
  accountForm,
  accountWithoutPassword,
  expectedValues,
  openedAccount,
} from "./accounts/account.schema.ts";
import { openAccountFields } from "./accounts/account.fields.ts";
import { filterInputs } from "../office/tables/table-inputs.schema.ts";
import {
  exportQuery,
  pageOf,
  pageQuery,
  sortableListQuery,
} from "../../platform/lists/list.schema.ts";
import { keysOf } from "../../platform/fields/keys-of.rule.ts";
import { id, targetId, timestamp } from "../../platform/fields/fields.schema.ts";
import { currency, moneySum } from "../../platform/money/money.schema.ts";
import { outcomes } from "../rulebook/engine/outcome.rule.ts";
import { grades } from "../rulebook/engine/verdict.schema.ts";
import { tag, tags } from "./tags/tag.schema.ts";
import {
  blankAsUndefined,
  email,
  nameText,
  optionalNotes,
} from "../../platform/fields/text.schema.ts";
import {
  confirmPassword,
  newPassword,
  passwordMismatch,
} from "../../identity/passwords/password.schema.ts";
import {
  fieldsByAdministrator,
  textsByAdministrator,
  textsByTrader,
  traderFields,
} from "../../identity/users/trader.fields.ts";
import { presentRecovery } from "../../identity/second-factor/recovery.schema.ts";
import { profileFields, signUpTexts } from "../../identity/users/user.schema.ts";
import { optionalInputs } from "../../platform/declared/field.schema.ts";
import { traderTable } from "./trader.table.ts";

const fullNameMessage = "Full name must be at least 2 characters";
const fullName = nameText(fullNameMessage, { min: 2 });

export const registerInput = z.strictObject({
  fullName: fullName.meta({ examples: ["Olivia Bennett"] }),
  email: email(),
  password: newPassword,
  ...signUpTexts,
  privacyPolicyAgreed: z.literal(true, { error: "You must agree to the privacy policy" }),
});

/** The registration form, with the password typed twice. */
export const registrationForm = registerInput
  .safeExtend({ confirmPassword })
  .refine((form) => form.password === form.confirmPassword, passwordMismatch);

export const updateProfileInput = z.strictObject({
  email: email().optional(),
  ...optionalInputs(traderFields, textsByTrader),
});

const adminTraderFields = {
  ...profileFields,
  emailVerifiedAt: timestamp.nullable().meta({
    description: "When the trader opened a link that was mailed to this email; `null` if never",
  }),
  banned: z.boolean(),
  banReason: z.string().nullable(),
  tags,
};

/** A trader in the administrators' list. */
export const traderListItem = z
  .object({ ...adminTraderFields, tradingAccount: accountWithoutPassword })
  .meta({ id: "ListedUser" });
export type TraderListItem = z.infer<typeof traderListItem>;

/** A trader on their page in the web client. */
export const traderSummary = traderListItem.safeExtend({
  hasSecondFactor: z.boolean(),
  recovery: presentRecovery,
  /** Other traders with the same login, at most 10. */
  sameLogin: z.array(z.object({ id, fullName: z.string().nullable(), email: z.string() })),
});
export type TraderSummary = z.infer<typeof traderSummary>;

/** A trader as opened by an administrator or an API token; `account` repeats `tradingAccount`. */
export const adminTrader = z
  .object({
    ...adminTraderFields,
    recovery: presentRecovery,
    tradingAccount: openedAccount,
    account: openedAccount,
  })
  .meta({ id: "User" });
export type AdminTrader = z.infer<typeof adminTrader>;

/** A trader in responses to writes, without the master password. */
export const savedTrader = traderListItem
  .safeExtend({ account: accountWithoutPassword })
  .meta({ id: "SavedUser" });
export type SavedTrader = z.infer<typeof savedTrader>;

export const createTraderInput = z.strictObject({
  fullName: fullName.optional(),
  email: email(),
  ...optionalInputs(traderFields, textsByAdministrator),
});

export const updateTraderInput = z.strictObject({
  id: targetId,
  fullName: fullName.optional(),
  email: email().optional(),
  ...optionalInputs(traderFields, textsByAdministrator),
});

const expectedInput = expectedValues([...fieldsByAdministrator, ...openAccountFields]);
export type ExpectedValues = z.infer<typeof expectedInput>;

/** A trader and the account in one call; omitted fields keep their default or value. */
export const createTraderWithAccountInput = createTraderInput.safeExtend(accountInput.shape);
export const updateTraderWithAccountInput = updateTraderInput.safeExtend({
  ...accountInput.shape,
  expected: expectedInput.optional(),
});

/** The administrators' form of a trader with the account. */
export const traderForm = accountForm.safeExtend({
  fullName: blankAsUndefined(fullName.optional()),
  email: blankAsUndefined(email().optional()),
  ...optionalInputs(traderFields, textsByAdministrator),
});

/** A new trader needs an email. */
export const newTraderForm = traderForm.safeExtend({ email: email() });

export const traderIdInput = z.strictObject({ id: targetId });

/** What a trader is still to receive: a reason not to delete them. */
export const unpaidPayouts = z
  .object({
    approved: z
      .array(z.object({ currency, amount: moneySum }))
      .meta({ description: "The sums of approved requests that are in no payment run" }),
    openPayments: z
      .array(z.object({ runId: id, currency, amount: moneySum }))
      .meta({ description: "The sums of open payments, by run" }),
  })
  .meta({ id: "UnpaidPayouts" });
export type UnpaidPayouts = z.infer<typeof unpaidPayouts>;

const sumsMessage = "expectedUnpaid must be sums such as 4651.28 USD, separated by commas";

export const deleteTraderInput = traderIdInput.safeExtend({
  expectedUnpaid: z
    .string({ error: sumsMessage })
    .regex(/^(\d{1,20}\.\d\d [A-Z0-9]{2,10}(, ?(?=\d)|$))*$/, { error: sumsMessage })
    .optional()
    .meta({
      description:
        "What the administrator saw and confirmed to be approved and not yet paid, such as `4651.28 USD`; several currencies are separated by commas, and an empty text means nothing. Returns 409 if other sums are unpaid",
    }),
});

const banReasonMessage = "Please provide a reason for banning this user";

export const banTraderInput = z
  .strictObject({
    id: targetId,
    banned: z.boolean({ error: "banned must be true or false" }),
    banReason: optionalNotes(),
  })
  .refine((input) => !input.banned || input.banReason, {
    error: banReasonMessage,
    path: ["banReason"],
  });

const traderFilters = { ...filterInputs(traderTable.filters), tag: tag.optional() };

export const listTradersInput = sortableListQuery(traderTable.sorts, traderFilters);

export const exportTradersInput = exportQuery(
  traderTable.sorts,
  keysOf(traderTable.columns),
  traderFilters,
);

export const traderPageInput = pageQuery(traderTable.sorts, {
  ...traderFilters,
  /** `person` leaves the broker login out of the search. */
  searchIn: z.enum(["all", "person"]).default("all"),
});

/** The current verdict on the open stage, as the table of traders shows it. */
const listedVerdict = z.object({
  outcome: z.enum(outcomes),
  grade: z.enum(grades),
  /** The smallest room that its daily loss limits leave. */
  roomToday: moneySum.nullable(),
  currency: z.string(),
});
export type ListedVerdict = z.infer<typeof listedVerdict>;

const judgedTrader = traderListItem.safeExtend({ verdict: listedVerdict.nullable() });
export type JudgedTrader = z.infer<typeof judgedTrader>;

export const traderPage = pageOf(judgedTrader);
