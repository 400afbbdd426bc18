interface Report {
  name: string | null | undefined;
  createdAt: string | undefined;
  id: unknown;
  refusal: string | undefined;
}

/** Prints what a client has read. The types of every generator must be assignable to `Report`. */
export function report(found: Report): void {
  console.log(JSON.stringify(found));
}
