import type { LightMyRequestResponse } from "fastify";
import superjson from "superjson";
import { callOf, type Procedure, procedureInput, restRequest } from "./calls.ts";
import type { Browser } from "./http.ts";

/** The result of a call over either transport. */
export interface Outcome<Body = Record<string, unknown>> {
  status: number;
  /** The result or the fields of the error as JSON, with dates as ISO strings. */
  body: Body;
  /** The message of an error. */
  message: string | undefined;
  response: LightMyRequestResponse;
}

export interface Transport {
  name: "REST" | "tRPC";
  /** @template Body the result type that the test expects */
  call<Body = Record<string, unknown>>(
    browser: Browser,
    procedure: Procedure,
    input?: Record<string, unknown>,
  ): Promise<Outcome<Body>>;
}

const rest: Transport = {
  name: "REST",
  async call<Body>(browser: Browser, procedure: Procedure, input?: Record<string, unknown>) {
    const response = await browser.send(restRequest(callOf(procedure), input));
    const body = response.json<Body & { message: string }>();
    const message = response.statusCode >= 400 ? body.message : undefined;
    return { status: response.statusCode, body, message, response };
  },
};

interface Envelope {
  result?: { data: Parameters<typeof superjson.deserialize>[0] };
  error?: { json: { message: string; data: object } };
}

const trpc: Transport = {
  name: "tRPC",
  async call<Body>(browser: Browser, procedure: Procedure, input?: Record<string, unknown>) {
    const call = callOf(procedure);
    const given = procedureInput(call, input);
    const sent =
      call.method === "GET" ? browser.query(procedure, given) : browser.mutate(procedure, given);
    return readTrpcResponse<Body>(await sent);
  },
};

/** Reads the result or the error of a tRPC response. */
export function readTrpcResponse<Body = Record<string, unknown>>(
  response: LightMyRequestResponse,
): Outcome<Body> {
  const { result, error } = response.json<Envelope>();
  const message = error?.json.message;
  const found = error ? { ...error.json.data, message } : superjson.deserialize(result!.data);
  const body = JSON.parse(JSON.stringify(found)) as Body;
  return { status: response.statusCode, body, message, response };
}

/** For tests that run over both REST and tRPC. */
export const transports: Transport[] = [rest, trpc];
