import { z } from "zod";
import {
  accountForm,
  accountStatusInput,
  listedAccount,
  tradingAccount,
} from "../accounts/account.schema.ts";
import { id, targetId } from "../lib/id.schema.ts";
import { pageFields, pageOf, sortableList } from "../lib/list.schema.ts";
import {
  email,
  optionalNotes,
  optionalText,
  requiredText,
  text,
  unlessBlank,
} from "../lib/text.schema.ts";
import { timestamp } from "../lib/timestamp.schema.ts";
import { confirmPassword, newPassword, passwordMismatch } from "../passwords/password.schema.ts";
import { traderSorts } from "./sorts.ts";

const fullNameMessage = "Full name must be at least 2 characters";
const fullName = text(fullNameMessage).min(2, { error: fullNameMessage });

const addressFields = {
  country: requiredText("Please select a country"),
  city: requiredText("City is required"),
  street: requiredText("Street is required"),
  houseNumber: requiredText("House number is required"),
};

export const registerInput = z.strictObject({
  fullName: fullName.meta({ examples: ["Olivia Bennett"] }),
  email: email(),
  password: newPassword,
  ...addressFields,
  privacyPolicyAgreed: z.literal(true, { error: "You must agree to the privacy policy" }),
});

/** The sign-up form: the registration with the password typed twice. */
export const registrationForm = registerInput
  .safeExtend({ confirmPassword })
  .refine((form) => form.password === form.confirmPassword, passwordMismatch);

export const updateProfileInput = z.strictObject({
  email: email().optional(),
  country: optionalText(),
  city: optionalText(),
  street: optionalText(),
  houseNumber: optionalText(),
});

const profileFields = {
  id,
  fullName: z
    .string()
    .nullable()
    .meta({ examples: ["Olivia Bennett"] }),
  email: z.string().meta({ examples: ["olivia.bennett@example.com"] }),
  country: z
    .string()
    .nullable()
    .meta({ examples: ["uk"] }),
  city: z
    .string()
    .nullable()
    .meta({ examples: ["London"] }),
  street: z
    .string()
    .nullable()
    .meta({ examples: ["Mill Street"] }),
  houseNumber: z
    .string()
    .nullable()
    .meta({ examples: ["12"] }),
  privacyPolicyAgreed: z.boolean(),
  createdAt: timestamp,
};

/** A trader as he sees himself. */
export const currentTrader = z.object(profileFields).meta({ id: "CurrentUser" });
export type CurrentTrader = z.infer<typeof currentTrader>;

const administeredFields = {
  ...profileFields,
  banned: z.boolean(),
  banReason: z.string().nullable(),
};

/** A trader in the administrators' list. */
export const listedTrader = z
  .object({ ...administeredFields, tradingAccount: listedAccount })
  .meta({ id: "ListedUser" });
export type ListedTrader = z.infer<typeof listedTrader>;

/** A trader that an administrator opened; `account` repeats `tradingAccount`. */
export const administeredTrader = z
  .object({ ...administeredFields, tradingAccount, account: tradingAccount })
  .meta({ id: "User" });
export type AdministeredTrader = z.infer<typeof administeredTrader>;

export const createTraderInput = z.strictObject({
  fullName: fullName.optional(),
  email: email(),
});

export const updateTraderInput = z.strictObject({
  id: targetId,
  fullName: fullName.optional(),
  email: email().optional(),
});

/** The administrators' form of a trader with the account. */
export const traderForm = accountForm.safeExtend({
  fullName: unlessBlank(fullName.optional()),
  email: unlessBlank(email().optional()),
});

/** A new trader needs an email. */
export const newTraderForm = traderForm.safeExtend({ email: email() });

export const traderTarget = z.strictObject({ id: targetId });

export const banReasonMessage = "Please provide a reason for banning this user";

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

export const listTradersInput = sortableList(traderSorts, {
  status: accountStatusInput.optional(),
});
export type TraderListQuery = z.infer<typeof listTradersInput>;

export const traderPageInput = z.strictObject({
  ...pageFields,
  /** `person` leaves the broker login out of the search. */
  searchIn: z.enum(["all", "person"]).default("all"),
  status: accountStatusInput.optional(),
  sort: z.enum(traderSorts).default("id"),
});
export type TraderPageQuery = z.output<typeof traderPageInput>;

export const traderPage = pageOf(listedTrader);
