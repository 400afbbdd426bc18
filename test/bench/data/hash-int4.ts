const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

/** Computes PostgreSQL's `hashint4`, which spreads integers over all 32 bits, in the same way on every machine. */
export function hashInt4(value: number): number {
  const start = 0x9e3779b9 + 4 + 3_923_095;
  let [a, b, c] = [(start + value) | 0, start | 0, start | 0];
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}

/** Returns a number from 0 up to, but not including, `limit`. */
export function spread(value: number, limit: number): number {
  return Math.abs(hashInt4(value)) % limit;
}
