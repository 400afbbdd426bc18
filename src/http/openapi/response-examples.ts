import { fieldExamples } from "./field-examples.ts";

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
    const fields = Object.entries(schema.properties).map(([field, of]) => {
      const path = `${place.path}.${field}`;
      return [field, exampleOf(of, components, { path, field })] as const;
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
      `or a line for all fields of this name in src/http/openapi/field-examples.ts`,
  );
}
