/**
 * The tables as SQL sees them, for queries that skip the unit of work. Each table's row type is declared
 * beside its entity, in the folder that owns the table. A `timestamptz` is read as text, a `numeric` as
 * decimal text.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Tables {}
