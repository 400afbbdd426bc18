import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
}

/** Deviations from the behaviour of a correct authenticator and browser. */
interface Deviation {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether the user was verified by a PIN or fingerprint. */
  isUserVerified?: boolean;
  /** Reported instead of the incremented counter. */
  counter?: number;
  userHandle?: string;
}

const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** A software passkey according to WebAuthn: P-256, attestation "none", with a counter. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #origin: string;
  #counter = 0;
  #userHandle = "";

  constructor(origin = "http://localhost:3000") {
    this.#origin = origin;
  }

  /** Works like `navigator.credentials.create()` followed by `toJSON()`. */
  create(options: CreationOptions, deviation: Deviation = {}) {
    this.#userHandle = options.user.id;
    const clientData = this.#clientData("webauthn.create", options.challenge, deviation);
    const authData = Buffer.concat([
      this.#authenticatorData(
        options.rp.id,
        { ...deviation, counter: deviation.counter ?? 0 },
        0x40,
      ),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      cosePublicKey(this.#keys.publicKey),
    ]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", Uint8Array.from(authData)],
    ]);
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(encodeCbor(attestation)),
        transports: ["internal"],
      },
    };
  }

  /** Works like `navigator.credentials.get()` followed by `toJSON()`. */
  get(options: RequestOptions, deviation: Deviation = {}) {
    this.#counter += 1;
    const clientData = this.#clientData("webauthn.get", options.challenge, deviation);
    const authData = this.#authenticatorData(options.rpId, deviation);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", signed, this.#keys.privateKey)),
        userHandle: deviation.userHandle ?? this.#userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin } = deviation;
    const data = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin,
    };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }

  #authenticatorData(rpId = "localhost", deviation: Deviation, flags = 0): Buffer {
    const { isUserVerified = true, counter = this.#counter } = deviation;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const presence = 0x01 | (isUserVerified ? 0x04 : 0) | flags;
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([presence]), count]);
  }
}

/** Encodes an elliptic curve key for ES256 (RFC 9052). */
function cosePublicKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: "jwk" });
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Uint8Array.from(Buffer.from(x!, "base64url"))],
    [-3, Uint8Array.from(Buffer.from(y!, "base64url"))],
  ]);
  return Buffer.from(encodeCbor(cose));
}

function encodeCbor(value: Map<unknown, unknown>): Uint8Array {
  return isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]);
}
