interface Report {
  name: string | null | undefined;
  createdAt: string | undefined;
  id: unknown;
  refusal: string | undefined;
}

/** Prints what a client has read, in a shape that every generator's types must fit. */
export function report(found: Report): void {
  console.log(JSON.stringify(found));
}
