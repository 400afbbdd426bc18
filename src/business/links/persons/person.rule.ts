/** How many traders a person has. Deleted traders leave, so fewer may remain. */
export const LEAST_TRADERS = 2;
export const MOST_TRADERS = 50;

/** Persons by the ids of their traders. */
export type PersonsOfTraders = ReadonlyMap<number, number>;

/** Whether two traders are one person. */
export function areSamePerson(persons: PersonsOfTraders, a: number, b: number): boolean {
  const person = persons.get(a);
  return person !== undefined && person === persons.get(b);
}
