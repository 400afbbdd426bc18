import { type Field, namesHaving, namesWith } from "../../platform/declared/field.rule.ts";

/** The countries that the screens offer. */
const countries: Readonly<Record<string, string>> = {
  us: "United States",
  uk: "United Kingdom",
  ca: "Canada",
  au: "Australia",
  fr: "France",
  de: "Germany",
  jp: "Japan",
  cn: "China",
};

/** How a registration asks for a field: as an option, or with this message if it is missing. */
export type AtSignUp = "optional" | { required: string };

interface Editing {
  atSignUp?: AtSignUp;
  /** The trader may change it. */
  byTrader?: true;
  /** Administrators may set and change it. */
  byAdministrator?: true;
}

/**
 * What people enter about a trader. Everything else that names such a field follows from this declaration by loops, except
 * the entity and its migration: see CONTRIBUTING.md, "Adding a field of a trader".
 */
export const traderFields = {
  fullName: {
    kind: "name",
    label: "Full Name",
    column: "users.full_name",
    example: "Olivia Bennett",
    autoComplete: "name",
    list: { heading: "Name" },
    byAdministrator: true,
  },
  email: {
    kind: "email",
    label: "Email",
    column: "users.email",
    example: "olivia.bennett@example.com",
    autoComplete: "email",
    list: {},
    byTrader: true,
    byAdministrator: true,
  },
  country: {
    kind: "text",
    label: "Country",
    column: "users.country",
    example: "uk",
    offered: countries,
    placeholder: "Select a country",
    autoComplete: "country",
    atSignUp: { required: "Please select a country" },
    byTrader: true,
    list: { width: 130 },
    filter: {
      description: "The country, exactly as it is stored",
      example: "de",
      message: "Please enter a country",
    },
  },
  city: {
    kind: "text",
    label: "City",
    column: "users.city",
    example: "London",
    autoComplete: "address-level2",
    atSignUp: { required: "City is required" },
    byTrader: true,
    list: { width: 120 },
  },
  street: {
    kind: "text",
    label: "Street",
    column: "users.street",
    example: "Mill Street",
    autoComplete: "address-line1",
    atSignUp: { required: "Street is required" },
    byTrader: true,
  },
  houseNumber: {
    kind: "text",
    label: "House Number",
    column: "users.house_number",
    example: "12",
    autoComplete: "address-line2",
    atSignUp: { required: "House number is required" },
    byTrader: true,
  },
} as const satisfies Readonly<Record<string, Field & Editing>>;

/** The texts that a registration asks for. */
export const textsAtSignUp = namesHaving(traderFields, "atSignUp");

/** The texts that traders may change; like the name, the email has rules of its own. */
export const textsByTrader = namesWith(traderFields, { kind: "text", byTrader: true });

/** The texts that administrators may set and change. */
export const fieldsByAdministrator = namesWith(traderFields, { byAdministrator: true });

export const textsByAdministrator = namesWith(traderFields, {
  kind: "text",
  byAdministrator: true,
});

/** The fields that the table of traders can be filtered by. */
export const filteredTraderFields = namesHaving(traderFields, "filter");
