/** The part of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
}

/** Where an example belongs, for error messages. */
interface Place {
  /** The component or the call, followed by the names of nested fields. */
  path: string;
  /** The name of the field, or of the list that contains the value. */
  field?: string;
}

const isNull = (schema: Schema) => schema.type === "null";

/** Returns whether a schema is of a single value, as opposed to an object, a list or a union. */
const isScalar = ({ type, anyOf, oneOf, $ref, properties, items }: Schema) =>
  type !== undefined && !anyOf && !oneOf && !$ref && !properties && !items;

/** Returns whether a value has the type of a schema: fields of one name may have several. */
const isOfType = (value: unknown, { type = typeof value }: Schema) =>
  [type].flat().some((one) => (one === "integer" ? "number" : one) === typeof value);

/** Returns the example that a schema itself declares, in a list, because the example may be null or false. */
function declared({ const: only, examples, example, default: fallback, enum: values }: Schema) {
  if (only !== undefined) return [only];
  if (examples) return examples.slice(0, 1);
  if (example !== undefined) return [example];
  if (fallback !== undefined) return [fallback];
  return values?.slice(0, 1) ?? [];
}

/**
 * Composes the example of a response from those of its fields, which are declared in the schema or for all fields of
 * the same name. A nullable text, number or time without an example is null, because the example shows a new record:
 * nothing is decided, paid or withdrawn yet.
 * @throws Error if a field has no example; the message explains where to add it
 */
export function exampleOf(
  schema: Schema,
  components: Record<string, Schema>,
  place: Place,
): unknown {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1)!;
    return exampleOf(components[name]!, components, { path: name, field: place.field });
  }
  const [own] = declared(schema);
  if (own !== undefined) return own;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    const option = options.find((one) => !isNull(one)) ?? options[0]!;
    const isOpen = declared(option).length === 0 || option.format === "date-time";
    const mayBeNull = options.some(isNull) && isOpen && isScalar(option);
    return mayBeNull ? null : exampleOf(option, components, place);
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([field, property]) => {
      const path = `${place.path}.${field}`;
      return [field, exampleOf(property, components, { path, field })] as const;
    });
    return Object.fromEntries(fields);
  }
  if (schema.items) return [exampleOf(schema.items, components, place)];
  if ([schema.type].flat().includes("null")) return null;
  const named = place.field === undefined ? undefined : fieldExamples[place.field];
  if (named !== undefined && isOfType(named, schema)) return named;
  if (schema.type === "boolean") return false;
  if (schema.format === "date-time") return "2026-03-14T09:26:53.589Z";
  throw new Error(
    `${place.path} has no example, so the response of its call has none: ` +
      `add .meta({ examples: [ … ] }) to the field in its *.schema.ts, ` +
      `or a line for all fields of this name in src/http/openapi/response-examples.ts`,
  );
}

const sha256 = "2f1ba21c9bd3b7b1f6e2a9d6c7a4f30b6f2a1d1e9b0c35d8a4b6e7f890123456";
const administrator = "Ada Byrne";
const reason = "The platform was closed for maintenance";

/**
 * Examples of response fields by name, for fields whose schema has none. A field that differs from others of the same
 * name declares its example in its schema, with `.meta({ examples: [ … ] })`.
 */
const fieldExamples: Record<string, unknown> = {
  email: "olivia.bennett@example.com",
  id: 7,
  index: 0,
  row: 14,
  name: administrator,
  privacyPolicyAgreed: true,
  isAdmin: true,
  isCurrent: true,
  body: "Asked for a call on Monday",
  changes: { status: { from: "pending", to: "approved" } },
  notes: "As published by the firm; amounts in USD",
  words: "At most 5% of the balance at the beginning of the day may be lost on a day",
  warnings: "The limit of the day is larger than the limit overall",
  reason,
  by: "0.42",
  value: "1500.00",
  tag: "vip",

  authorName: administrator,
  createdBy: administrator,
  updatedBy: administrator,

  openSeconds: 86_400,
  observedSeconds: 84_600,
  longestGapSeconds: 900,
  maxGapSeconds: 900,
  openSessions: 1,

  traders: 12,
  trades: 14,
  openTrades: 1,
  deals: 29,
  operations: 2,
  snapshots: 240,
  cancelledOrders: 0,
  new: 14,
  known: 0,
  conflicts: 0,
  wins: 9,
  losses: 5,
  longestLosingStreak: 2,
  firstAfterDays: 14,
  everyDays: 14,
  minimumWinningDays: 5,

  size: 48_213,
  sha256,
  recordsSha256: sha256,
  keyId: "3b1f0c7a9d2e4f68",

  reference: "WT-22015",
  iban: "DE89370400440532013000",
  login: "5002001",
  firm: "FTMO",
  programme: "Two steps, 100,000",
  phase: "Phase 1",
  url: "https://example.com/rules",
  date: "2026-03-02",
  day: "2026-03-02",

  currency: "USD",
  symbol: "EURUSD",
  ticket: "1001",
  position: "1001",
  volume: "0.50",
  price: "1.08345",
  profit: "33.50",
  commission: "-3.50",
  swap: "0.00",
  fee: "0.00",
  amount: "1000.00",
  balance: "100000.00",
  equity: "100125.50",
  initialBalance: "100000.00",
};
