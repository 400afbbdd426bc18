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

/** What an example is made for, to name it in an error. */
interface Place {
  /** The component or the call, with the fields on the way. */
  path: string;
  /** The name of the field, or of the list that the value is in. */
  field?: string;
}

const isNull = (schema: Schema) => schema.type === "null";

/** Only fields that hold a value tell more than null does. */
const isScalar = ({ type, anyOf, oneOf, $ref, properties, items }: Schema) =>
  type !== undefined && !anyOf && !oneOf && !$ref && !properties && !items;

/** The example that a schema declares itself, as a list of one so that null and false are examples, too. */
function declared({ const: only, examples, example, default: fallback, enum: values }: Schema) {
  if (only !== undefined) return [only];
  if (examples) return examples.slice(0, 1);
  if (example !== undefined) return [example];
  if (fallback !== undefined) return [fallback];
  return values?.slice(0, 1) ?? [];
}

/**
 * Composes the example of a response from those of its fields: the one in the schema, or the one for all
 * fields of this name. A text, number or time that may be null, and has no example of its own, is null: the
 * records are in their first state, with nothing decided, paid or withdrawn.
 * @throws Error if a field has no example, saying where to write it
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
  const { field } = place;
  if (field !== undefined && field in fieldExamples) return fieldExamples[field];
  if (schema.type === "boolean") return false;
  if (schema.format === "date-time") return "2026-03-14T09:26:53.589Z";
  throw new Error(
    `${place.path} has no example, so the response of its call has none: ` +
      `add .meta({ examples: [ … ] }) to the field in its *.schema.ts, ` +
      `or a line for all fields of this name in src/http/openapi/field-examples.ts`,
  );
}
