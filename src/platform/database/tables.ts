import type { EntitySchemaWithMeta } from "@mikro-orm/core";
import type { InferKyselyTable } from "@mikro-orm/postgresql";
import type { ColumnType } from "kysely";

/**
 * The tables, for queries that bypass the unit of work: inferred from the entities. `src/entities.ts` lists the
 * entities and fills this interface, because this folder may not import them.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Tables {}

/** The rows of the tables that the entities declare, as the driver reads and writes them. */
export type TablesOf<Entities extends readonly EntitySchemaWithMeta[]> = {
  [Entity in Entities[number] as Entity["tableName"]]: DriverRow<InferKyselyTable<Entity>>;
};

declare const byTrigger: unique symbol;

/** The type of a property whose column only triggers write. */
export type Triggered<Value> = Value & { readonly [byTrigger]: true };

type DriverRow<Row> = { [Name in keyof Row]: DriverColumn<Row[Name]> };

// Tuples, so that `null` does not split the type of a nullable column.
type DriverColumn<Column> = [Column] extends [
  ColumnType<infer Selected, infer Inserted, infer Updated>,
]
  ? ColumnType<Read<Selected>, Written<Inserted>, Written<Updated>>
  : [NonNullable<Column>] extends [Triggered<infer Value>]
    ? ColumnType<Read<Value> | Extract<Column, null>, never, never>
    : ColumnType<Read<Column>, Written<Column>, Written<Column>>;

/** The driver returns `timestamptz` as text, `numeric` as decimal text, `text[]` as an array and `jsonb` parsed. */
type Read<Value> = Value extends Date ? string : Value extends Uint8Array ? Buffer : Value;

/** JSON is written as text: the driver would convert an array of objects to an array of PostgreSQL. */
type Written<Value> = Value extends Date
  ? string
  : Value extends string | number | boolean | Uint8Array | readonly string[] | null | undefined
    ? Value
    : string;
